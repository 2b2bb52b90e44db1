import { z } from 'zod'
import { lockRow } from '../../../engine/jsonapi/rows.ts'
import { enqueueJob } from '../../../engine/queue/enqueue-job.ts'
import { conflict, permissionDenied, validationError } from '../../../infrastructure/errors.ts'
import { problemOf, readFields } from '../../../infrastructure/schema/problems.ts'
import { type FailedRule, wholeNumber } from '../../../infrastructure/schema/values.ts'
import { type Context, timestamp, translatorOf, type WriteContext } from '../../../points/context/context.ts'
import { actionNames } from '../action-names.ts'
import { recordBulkAction } from '../audit.ts'
import { countSelected } from '../list/count.ts'
import { readSelection } from '../list/selection.ts'
import type { UserActionRow } from './table.ts'

/** The maximum number of accounts that a request names; more are selected by a filter. */
const maximumIds = 1000

/** The accounts of an action, as they are stored. */
export const storedSelection = z.union([
  z.strictObject({ ids: z.array(z.int()) }),
  z.strictObject({ filter: z.record(z.string(), z.unknown()) }),
])

type StoredSelection = z.output<typeof storedSelection>

const idList = z
  .unknown()
  .transform((value, context) => {
    if (value === undefined || value === null) return undefined
    const ids = z
      .array(wholeNumber({ min: 1 }))
      .min(1)
      .max(maximumIds)
      .safeParse(value)
    if (ids.success) return [...new Set(ids.data)].sort((a, b) => a - b)
    context.addIssue({ code: 'custom', params: { rule: 'array' } satisfies FailedRule })
    return z.NEVER
  })
  .meta({ type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: maximumIds })

const actionName = z
  .unknown()
  .transform((value, context) => {
    const name = z.enum(actionNames).safeParse(value)
    if (name.success) return name.data
    context.addIssue({ code: 'custom', params: { rule: 'in' } satisfies FailedRule })
    return z.NEVER
  })
  .meta({ type: 'string', enum: [...actionNames] })

const schemas = {
  action: actionName,
  groupId: wholeNumber({ min: 1 }).optional(),
  ids: idList,
  filter: z.record(z.string(), z.unknown()).optional(),
}

/** The body of a request for an action on many accounts: with `ids`, or with the `filter` of the list. */
export const userActionBody = z.object(schemas)

/**
 * Starts an action of the actor on many accounts, in the place of the actor's last one and its report. Throws 409 while that
 * one is running, 422 for invalid values, and what the list throws for the filter.
 */
export async function startUserAction(
  sent: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<UserActionRow> {
  const { actor, forum } = context
  // A command has no account that could act later.
  if (actor.isGuest) throw permissionDenied()
  const { action, groupId, ids, filter } = readFields(schemas, sent, translatorOf(context))
  const needsGroup = action === 'addGroup' || action === 'removeGroup'
  if (needsGroup && groupId === undefined) refuse('required', 'groupId', context)
  if ((ids === undefined) === (filter === undefined)) refuse('required', 'ids', context)
  const selection: StoredSelection = ids ? { ids } : { filter: filter ?? {} }
  const { count, hasMore } = ids
    ? { count: ids.length, hasMore: false }
    : await countSelected(context, readSelection(filter, context))
  return forum.write(context, async (writing) => {
    await lockRow(writing, 'users', actor.id)
    await makeRoom(writing)
    const { highest } = await writing.db
      .selectFrom('users')
      .select((eb) => eb.fn.max('id').as('highest'))
      .executeTakeFirstOrThrow()
    const row = await writing.db
      .insertInto('user_actions')
      .values({
        user_id: actor.id,
        action,
        group_id: needsGroup ? (groupId ?? null) : null,
        selection: JSON.stringify(selection),
        highest_user_id: highest,
        expected_count: count,
        has_more: hasMore,
        started_at: timestamp(writing),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordBulkAction(writing, row)
    await enqueueJob(writing, 'users.act', { id: row.id }, { key: String(row.id) })
    return row
  })
}

function refuse(rule: string, name: string, context: Context): never {
  throw validationError({ problems: [problemOf(rule, name, translatorOf(context))] })
}

/** Deletes the report of the actor's last action. */
async function makeRoom({ db, actor }: WriteContext): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('user_actions')
    .where('user_id', '=', actor.id)
    .where('status', '<>', 'running')
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) return
  const running = await db
    .selectFrom('user_actions')
    .select('id')
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  if (running) throw conflict()
}
