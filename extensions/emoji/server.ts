import { defineExtension } from '@parley/server'
import emoticons from './markup/index.ts'
import { emojiActions } from './server/custom/audit.ts'
import { importRoute } from './server/custom/import-route.ts'
import { uploadRoute } from './server/custom/pictures.ts'
import { customReplacements } from './server/custom/replacements.ts'
import { emojisResource } from './server/custom/resource.ts'
import { type CustomEmojiRow, customEmojiInMemory, customEmojiMigration } from './server/custom/table.ts'
import { emojiChanged } from './server/custom/write.ts'
import { pictureRoute } from './server/picture-route.ts'
import { settings } from './server/settings.ts'

export type * from './shared.ts'

/**
 * Emoticons in posts become emoji, emoji look the same for all readers, writers choose them from a picker, and administrators
 * add their own.
 */
export default defineExtension({
  migrations: { '001_custom_emojis': customEmojiMigration },
  memoryTables: { customEmoji: customEmojiInMemory },
  markup: [{ syntax: emoticons, replacements: customReplacements }],
  settings,
  audit: emojiActions,
  resources: { emojis: emojisResource },
  routes: [pictureRoute, importRoute, uploadRoute],
  on: {
    'resource.changed': ({ type, change }, context) =>
      type === 'emojis' && change
        ? emojiChanged(change.before as CustomEmojiRow, change.after as CustomEmojiRow, context)
        : undefined,
  },
})
