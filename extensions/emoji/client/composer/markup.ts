import type { App, SyntaxModule } from '@parley/client'
import type { WordReplacements } from '@parley/shared/markup'
import { replacementsOf } from '../../shared/picture-words.ts'
import { fetchCustomEmoji } from '../custom-emoji.ts'

export { default } from '../../markup/index.ts'

/** The pictures of custom emoji in the preview, as posts have them. */
export const loadReplacements: SyntaxModule['loadReplacements'] = async (
  app: App,
): Promise<WordReplacements> => {
  const emoji = await fetchCustomEmoji(app)
  return replacementsOf(emoji.toReversed(), app.forum.baseUrl)
}
