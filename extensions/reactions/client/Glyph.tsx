import { type App, defineService, NamedIcon, useApp } from '@parley/client'
import { iconPath } from '@parley/shared'
import { type ReactNode, useState } from 'react'
import { defaultPictures, type ReactionRecord } from '../shared.ts'

/** Pictures of emoji in place of the characters of the reader's fonts. */
export interface Pictures {
  /** The address of an emoji's picture; undefined where the forum leaves emoji to fonts. */
  addressOf(app: App, character: string): string | undefined
}

/** Provided in the part for Emoji. */
export const pictures = defineService<Pictures>('reactions.pictures')

/** In place of an emoji or an icon that no identifier names. */
const unknown = '❔'

interface GlyphProps {
  type: Pick<ReactionRecord, 'kind' | 'identifier' | 'character'>
}

/** The emoji or the icon of a type of reactions. Its name stands beside it. */
export function Glyph({ type: { identifier, character, kind } }: GlyphProps): ReactNode {
  const app = useApp()
  const [failed, setFailed] = useState<string>()
  if (kind === 'icon' && iconPath(identifier) !== undefined) return <NamedIcon name={identifier} />
  const shown = character ?? unknown
  const src = pictureOf(app, shown)
  return (
    <span className="ReactionGlyph" aria-hidden="true">
      {src === undefined || src === failed ? (
        shown
      ) : (
        <img src={src} alt="" loading="lazy" draggable={false} onError={() => setFailed(src)} />
      )}
    </span>
  )
}

/** The pictures that administrators have chosen, else those of Emoji, else none. */
function pictureOf(app: App, character: string): string | undefined {
  const { fofReactionsCdnUrl: template } = app.forum
  if (template && template !== defaultPictures)
    return template.replaceAll('[codepoint]', codePoints(character))
  return app.services.has(pictures.name) ? pictures.of(app).addressOf(app, character) : undefined
}

/** The code points as sets of pictures write them: in hexadecimal, without the one that asks for colors unless others are joined. */
function codePoints(character: string): string {
  const points = Array.from(character, (each) => each.codePointAt(0)?.toString(16) ?? '')
  return (points.includes('200d') ? points : points.filter((point) => point !== 'fe0f')).join('-')
}
