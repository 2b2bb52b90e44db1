import type { App } from '@parley/client'
import { pictureAddress, pictureWords } from '../shared/custom.ts'
import { fetchCustomEmoji } from './custom-emoji.ts'
import { customGroup, type Emoji, loadEmoji } from './load-data.ts'

interface Known {
  loading: Promise<readonly Emoji[]>
  emoji?: readonly Emoji[]
}

const byLocale = new Map<string, Known>()

/** The emoji in the reader's language and custom ones, once they are loaded. */
export function knownEmoji({ translator: { locale } }: App): readonly Emoji[] | undefined {
  return byLocale.get(locale)?.emoji
}

/**
 * Loads the emoji in the reader's language, and custom ones, once.
 * @throws ChunkLoadError, ApiError
 */
export async function fetchEmoji(app: App): Promise<readonly Emoji[]> {
  const { locale } = app.translator
  const known = byLocale.get(locale) ?? { loading: loadAll(app) }
  byLocale.set(locale, known)
  try {
    known.emoji = await known.loading
    return known.emoji
  } catch (error) {
    byLocale.delete(locale)
    throw error
  }
}

async function loadAll(app: App): Promise<readonly Emoji[]> {
  const [emoji, custom] = await Promise.all([loadEmoji(app), fetchCustomEmoji(app)])
  const texts = new Set<string>()
  const others = custom.flatMap((each): Emoji[] => {
    const { text_to_replace: character } = each
    // Of several with the same text the newest one counts.
    if (texts.has(character)) return []
    texts.add(character)
    return [
      {
        character,
        group: customGroup,
        version: 0,
        light: '',
        codes: [character.replace(/^:(.+):$/, '$1')],
        name: pictureWords(each),
        words: '',
        src: pictureAddress(each.path, app.forum.baseUrl),
      },
    ]
  })
  // Where both fit, those of the forum come first.
  return [...others, ...emoji]
}
