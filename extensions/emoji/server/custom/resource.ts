import type { Extension } from '@parley/server'
import { fields } from './fields.ts'
import { requireAdministrator } from './require-administrator.ts'
import { createEmoji, deleteEmoji, lockEmoji } from './write.ts'

/** The rows of a page by default: such a list has all emoji. */
const usualLimit = 20

/** Custom emoji (api-extensions 21). */
export const emojisResource: NonNullable<NonNullable<Extension['resources']>['emojis']> = {
  table: 'custom_emojis',
  path: 'the-turk/emojis',
  forms: ['full'],
  fields,
  endpoints: {
    index: {
      sort: () => '-id',
      ignoresSort: true,
      isWhole: ({ limit }) => limit === usualLimit,
    },
    create: {
      ability: 'administrate',
      describes: { requires: ['textToReplace', 'path'] },
      fields: [],
      run: createEmoji,
    },
    update: {
      async check(_row, _input, context) {
        requireAdministrator(context)
        await lockEmoji(context)
      },
    },
    delete: { ability: 'administrate', run: deleteEmoji },
  },
}
