import { type Context, type Field, text } from '@parley/server'
import { isPicturePath, longestText } from '../../shared/custom.ts'
import type { CustomEmojiRow } from './table.ts'

function isAdministrator(_row: CustomEmojiRow, _value: unknown, { actor }: Context): boolean {
  return actor.can('administrate')
}

/** The schemas of written values, by the names of the columns. */
export const schemas = {
  title: text({ required: false, max: longestText }),
  text_to_replace: text({
    max: longestText,
    rules: [{ rule: 'regex', test: (value) => !/[\s\p{Cc}]/u.test(value) }],
  }),
  path: text({ max: longestText, rules: [{ rule: 'regex', test: isPicturePath }] }),
} as const

/** Attributes of custom emoji: what is read as `text_to_replace` is written as `textToReplace`. */
export const fields: Record<string, Field<CustomEmojiRow>> = {
  title: { column: 'title', json: 'string?', schema: schemas.title, writable: isAdministrator },
  text_to_replace: { column: 'text_to_replace', json: 'string' },
  textToReplace: {
    schema: schemas.text_to_replace,
    errorName: 'text_to_replace',
    writable: isAdministrator,
    current: (row) => row.text_to_replace,
    set: (value) => ({ text_to_replace: value as string }),
  },
  path: { column: 'path', json: 'string', schema: schemas.path, writable: isAdministrator },
}
