import { defineExtension } from '@parley/server'
import emoticons from './markup/index.ts'
import { pictureRoute } from './server/picture-route.ts'
import { settings } from './server/settings.ts'

export type * from './shared.ts'

/** Emoticons in posts become emoji, emoji look the same for all readers, and writers choose them from a picker. */
export default defineExtension({
  markup: [{ syntax: emoticons }],
  settings,
  routes: [pictureRoute],
})
