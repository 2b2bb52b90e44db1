import { defineExtension } from '@parley/server'
import emoticons from './markup/index.ts'
import { pictureRoute } from './server/picture-route.ts'
import { emojiStyle } from './server/settings.ts'

export type * from './shared.ts'

/** Emoticons in posts become emoji, and emoji look the same for all readers. */
export default defineExtension({
  markup: [{ syntax: emoticons }],
  settings: { 'the-turk-flamoji.emoji_style': emojiStyle },
  routes: [pictureRoute],
})
