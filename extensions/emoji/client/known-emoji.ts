import type { App } from '@parley/client'
import { type Emoji, loadEmoji } from './load-data.ts'

interface Known {
  loading: Promise<readonly Emoji[]>
  emoji?: readonly Emoji[]
}

const byLocale = new Map<string, Known>()

/** The emoji in the reader's language, once they are loaded. */
export function knownEmoji({ translator: { locale } }: App): readonly Emoji[] | undefined {
  return byLocale.get(locale)?.emoji
}

/**
 * Loads the emoji in the reader's language once.
 * @throws ChunkLoadError
 */
export async function fetchEmoji(app: App): Promise<readonly Emoji[]> {
  const { locale } = app.translator
  const known = byLocale.get(locale) ?? { loading: loadEmoji(app) }
  byLocale.set(locale, known)
  try {
    known.emoji = await known.loading
    return known.emoji
  } catch (error) {
    byLocale.delete(locale)
    throw error
  }
}
