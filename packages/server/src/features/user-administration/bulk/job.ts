import { z } from 'zod'
import { findRowForUpdate } from '../../../engine/jsonapi/rows.ts'
import { enqueueJob } from '../../../engine/queue/enqueue-job.ts'
import { ForumError } from '../../../infrastructure/errors.ts'
import { nextTurn } from '../../../infrastructure/limits/event-loop.ts'
import { type Context, timestamp, type WriteContext } from '../../../points/context/context.ts'
import type { Job } from '../../../points/jobs/jobs.ts'
import { actorOf, selectAccounts } from '../../groups/account-rows.ts'
import { act } from '../actions.ts'
import { selectedUsers } from '../list/count.ts'
import { readSelection } from '../list/selection.ts'
import { administerUsers } from '../permission.ts'
import { storedSelection } from './start.ts'
import type { UserActionRow, UserActionStatus } from './table.ts'

declare module '../../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Treats the next accounts of an action on many. */
    'users.act': { id: number }
    /** Deletes old reports of such actions. */
    'user-actions.sweep': NoPayload
  }
}

/** The maximum number of accounts of one action. */
const maximumAccounts = 10_000
/** Accounts of one run of the job, after which other jobs have their turn. */
const accountsPerRun = 25

/**
 * Treats up to 25 accounts of an action, each in its own transaction, which also stores how far the action has
 * come: after a crash it goes on there. The permissions of the actor are read anew for every run.
 */
export const userActionJob: Job<{ id: number }> = {
  schema: z.object({ id: z.number() }),
  timeout: 600,
  async run({ id }, system, { signal }) {
    const action = await runningAction(system, id)
    const context = action && (await contextOfActor(system, action))
    if (!action) return
    if (!context?.actor.can(administerUsers)) return end(system, id, 'refused')
    const batch = await nextAccounts(context, action)
    if (!batch) return end(system, id, 'refused')
    for (const accountId of batch.ids) {
      if (signal.aborted || !(await runningAction(system, id))) return
      await treat(context, action, accountId)
      await nextTurn()
    }
    const treated = action.done_count + action.skipped_count + batch.ids.length
    if (batch.isLast) return end(system, id, 'done')
    if (treated >= maximumAccounts) return end(system, id, 'limited')
    await system.forum.write(system, async (writing) => {
      await moveOn(writing, id, batch.last)
      await enqueueJob(writing, 'users.act', { id }, { key: String(id) })
    })
  },
  describe: ({ id }) => `Action ${id} on many accounts`,
}

function runningAction({ forum }: Context, id: number): Promise<UserActionRow | undefined> {
  return forum.database.read
    .selectFrom('user_actions')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
}

/** A context in which the account that started the action acts; undefined if the account is deleted. */
async function contextOfActor(system: Context, { user_id }: UserActionRow): Promise<Context | undefined> {
  const { forum } = system
  const db = forum.database.read
  const rows = await selectAccounts({ db, forum }).where('users.id', '=', user_id).execute()
  const actor = actorOf(forum, rows)
  return actor && { ...system, db, actor, cache: new Map() }
}

interface Batch {
  ids: readonly number[]
  /** The account up to which all were looked at. */
  last: number
  isLast: boolean
}

/** Finds the next accounts of an action; undefined if the actor may not use its filters any more. */
async function nextAccounts(context: Context, action: UserActionRow): Promise<Batch | undefined> {
  const { last_user_id: after, highest_user_id: highest } = action
  const selection = storedSelection.parse(JSON.parse(action.selection))
  if ('ids' in selection) {
    const rest = selection.ids.filter((id) => id > after)
    const ids = rest.slice(0, accountsPerRun)
    return { ids, last: ids.at(-1) ?? after, isLast: ids.length === rest.length }
  }
  try {
    const read = readSelection(selection.filter, context)
    const { rows, next } = await selectedUsers(context, read, { after, limit: accountsPerRun })
    const ids = rows.map(({ id }) => id).filter((id) => id <= highest)
    const last = next?.[2] ?? highest
    return { ids, last, isLast: next === undefined || last >= highest }
  } catch (error) {
    if (error instanceof ForumError && error.status < 500) return undefined
    throw error
  }
}

async function treat(context: Context, action: UserActionRow, accountId: number): Promise<void> {
  const { forum } = context
  if (accountId === context.actor.id) {
    return forum.write(context, (writing) => note(writing, action, { accountId, outcome: 'own_account' }))
  }
  const { action: name, group_id: groupId } = action
  try {
    await forum.write(context, async (writing) => {
      const user = await findRowForUpdate(writing, 'users', accountId)
      const isDone = await act(writing, user, { name, groupId })
      await note(writing, action, { accountId, user, outcome: isDone ? 'done' : 'unchanged' })
    })
  } catch (error) {
    if (!(error instanceof ForumError) || error.status >= 500) throw error
    const user = await usernameOf(context, accountId)
    await forum.write(context, (writing) =>
      note(writing, action, { accountId, ...(user && { user }), outcome: error.code }),
    )
  }
}

function usernameOf({ forum }: Context, id: number): Promise<{ username: string } | undefined> {
  return forum.database.read
    .selectFrom('users')
    .select('username')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

interface Treated {
  accountId: number
  user?: { username: string }
  outcome: string
}

/** Notes what became of an account, once. */
async function note(
  context: WriteContext,
  { id }: UserActionRow,
  { accountId, user, outcome }: Treated,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await context.db
    .insertInto('user_action_accounts')
    .values({ action_id: id, account_id: accountId, username: user?.username ?? null, outcome })
    .onConflict((other) => other.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  const counter = outcome === 'done' ? 'done_count' : 'skipped_count'
  await context.db
    .updateTable('user_actions')
    .set((eb) => ({ [counter]: eb(counter, '+', 1) }))
    .where('id', '=', id)
    .execute()
  await moveOn(context, id, accountId)
}

async function moveOn({ db }: WriteContext, id: number, last_user_id: number): Promise<void> {
  await db.updateTable('user_actions').set({ last_user_id }).where('id', '=', id).execute()
}

async function end(system: Context, id: number, status: UserActionStatus): Promise<void> {
  await system.forum.write(system, async (writing) => {
    await writing.db
      .updateTable('user_actions')
      .set({ status, ended_at: timestamp(writing) })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute()
  })
}
