import {
  type Context,
  createRow,
  memoryTableChanged,
  type Problem,
  planRow,
  problemOf,
  translatorOf,
  validationError,
  type WriteContext,
  type WriteInput,
  writeAuditEntry,
} from '@parley/server'
import { type CustomEmoji, mostCharacters, mostCustomEmoji } from '../../shared/custom.ts'
import { dropPicture } from './pictures.ts'
import type { CustomEmojiRow } from './table.ts'

/** Takes the lock of all writes to custom emoji until the transaction ends, since they are counted. */
export function lockEmoji({ db, forum }: WriteContext): Promise<void> {
  return forum.database.dialect.lock(db, 'custom_emojis')
}

/** `POST /api/the-turk/emojis`. */
export async function createEmoji(input: WriteInput, context: WriteContext): Promise<CustomEmojiRow> {
  const { textToReplace, path, title } = input.attributes
  const translate = translatorOf(context)
  const problems: Problem[] = []
  if ((textToReplace ?? null) === null) problems.push(problemOf('required', 'text_to_replace', translate))
  if ((path ?? null) === null) problems.push(problemOf('required', 'path', translate))
  const planned = await planRow(context, 'emojis', input, {
    columns: (title ?? null) === null ? { title: null } : {},
    problems,
  })
  await lockEmoji(context)
  const row = await createRow(context, planned)
  await changed(context)
  await writeAuditEntry(context, 'emoji.created', { target: targetOf(row) })
  return row
}

/** Stores imported emoji; returns the last one. */
export async function importEmoji(
  emoji: readonly CustomEmoji[],
  context: WriteContext,
): Promise<CustomEmojiRow> {
  await lockEmoji(context)
  let last: CustomEmojiRow | undefined
  for (const values of emoji)
    last = await context.db
      .insertInto('custom_emojis')
      .values(values)
      .returningAll()
      .executeTakeFirstOrThrow()
  if (!last) throw new Error('nothing was imported')
  await changed(context)
  await writeAuditEntry(context, 'emoji.imported', { changes: { count: [0, emoji.length] } })
  return last
}

/** After `PATCH /api/the-turk/emojis/{id}`. */
export async function emojiChanged(
  before: CustomEmojiRow,
  after: CustomEmojiRow,
  context: WriteContext,
): Promise<void> {
  if (before.path !== after.path) await dropPicture(before, context)
  await changed(context)
  const columns = ['title', 'text_to_replace', 'path'] as const
  const changes = columns.flatMap((column) =>
    before[column] === after[column] ? [] : [[column, [before[column], after[column]]] as const],
  )
  await writeAuditEntry(context, 'emoji.changed', {
    target: targetOf(before),
    changes: Object.fromEntries(changes),
  })
}

/** `DELETE /api/the-turk/emojis/{id}`. */
export async function deleteEmoji(row: CustomEmojiRow, context: WriteContext): Promise<void> {
  await context.db.deleteFrom('custom_emojis').where('id', '=', row.id).execute()
  await dropPicture(row, context)
  await changed(context)
  await writeAuditEntry(context, 'emoji.deleted', { target: targetOf(row) })
}

/**
 * Has posts read with what was changed, in this process before the change is answered.
 * @throws 422 if there are too many now.
 */
async function changed(context: WriteContext): Promise<void> {
  const { count, characters } = await context.db
    .selectFrom('custom_emojis')
    .select((eb) => [
      eb.fn.countAll().as('count'),
      eb.fn.sum(eb.fn<number>('length', ['text_to_replace'])).as('characters'),
    ])
    .executeTakeFirstOrThrow()
  if (Number(count) > mostCustomEmoji) throw tooMany(context, 'core.api.table_full_message', mostCustomEmoji)
  if (Number(characters) > mostCharacters)
    throw tooMany(context, 'emoji.api.texts_too_long_message', mostCharacters)
  await memoryTableChanged(context, 'customEmoji')
}

/** The answer to a change after which there would be too much. */
export function tooMany(context: Context, key: string, maximum: number) {
  const detail = translatorOf(context)(key, { maximum })
  return validationError({ problems: [{ detail, pointer: '/data/attributes/text_to_replace' }] })
}

function targetOf({ id, text_to_replace }: CustomEmojiRow) {
  return { id, name: text_to_replace }
}
