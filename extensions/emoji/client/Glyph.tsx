import { useApp } from '@parley/client'
import type { ReactNode } from 'react'
import { pictureClass, picturePath } from '../shared/picture.ts'

interface GlyphProps {
  character: string
  /** The picture of a custom emoji. */
  src?: string | undefined
}

/** An emoji without a name: its picture, or the character where the forum leaves emoji to devices. */
export function Glyph({ character, src: custom }: GlyphProps): ReactNode {
  const { forum, href } = useApp()
  if (custom !== undefined)
    return <img className="emoji is-custom" src={custom} alt="" loading="lazy" draggable={false} />
  if (forum['flamoji.emoji_style'] === 'native') return <span aria-hidden="true">{character}</span>
  const src = href(picturePath(character))
  return <img className={pictureClass(character)} src={src} alt="" loading="lazy" draggable={false} />
}
