import type { App } from '@parley/client'
import type { CustomEmoji } from '../shared/custom.ts'

interface EmojiList {
  data: readonly { attributes: CustomEmoji }[]
}

const loaded = new WeakMap<App, Promise<readonly CustomEmoji[]>>()

/**
 * Loads the custom emoji once for a page, the newest first.
 * @throws ApiError
 */
export async function fetchCustomEmoji(app: App): Promise<readonly CustomEmoji[]> {
  const known = loaded.get(app) ?? load(app)
  loaded.set(app, known)
  try {
    return await known
  } catch (error) {
    loaded.delete(app)
    throw error
  }
}

async function load({ api }: App): Promise<readonly CustomEmoji[]> {
  const { data } = await api.request<EmojiList>('/the-turk/emojis')
  return data.map(({ attributes }) => attributes)
}
