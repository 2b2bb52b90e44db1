import { wireDate } from '@parley/shared'
import { z } from 'zod'
import { parsePage } from '../../../engine/jsonapi/query.ts'
import { cleanUpJob } from '../../../engine/queue/clean-up-job.ts'
import { notFound } from '../../../infrastructure/errors.ts'
import { text } from '../../../infrastructure/schema/values.ts'
import { type Context, timestamp } from '../../../points/context/context.ts'
import type { Route } from '../../../points/requests/routes.ts'
import { actionNames } from '../action-names.ts'
import { userListPath } from '../list/list.ts'
import { requireUserAdministration } from '../permission.ts'
import { startUserAction, userActionBody } from './start.ts'
import type { UserActionRow } from './table.ts'

/** Days for which the report of the last action of a user is kept. */
const retentionDays = 30

const progress = z.object({
  name: z.enum(actionNames),
  groupId: z.int().nullable(),
  status: z.enum(['running', 'done', 'stopped', 'limited', 'refused']),
  expected: z.object({ count: z.int(), hasMore: z.boolean() }),
  done: z.int(),
  skipped: z.int(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
})

const accounts = z.object({
  accounts: z.array(z.object({ id: z.string(), username: z.string().nullable(), outcome: z.string() })),
  next: z.string().nullable(),
})

const path = `${userListPath}/actions`

/** Actions on many accounts: each user has the last one, its progress and its report. */
export const userActionRoutes: Route[] = [
  {
    method: 'POST',
    path,
    describes: {
      summary: 'Do something to many accounts, in the background',
      body: userActionBody,
      answers: {
        202: { json: z.object({ action: progress }) },
        400: 'error',
        403: 'error',
        409: 'error',
        422: 'error',
      },
    },
    async run({ body }, context) {
      requireUserAdministration(context)
      return { status: 202, json: { action: progressOf(await startUserAction(body, context)) } }
    },
  },
  {
    method: 'GET',
    path: `${path}/last`,
    describes: {
      summary: 'Show the progress of one’s last action on many accounts',
      answers: { 200: { json: z.object({ action: progress.nullable() }) }, 403: 'error' },
    },
    async run(_request, context) {
      const row = await findLast(context)
      return { status: 200, json: { action: row ? progressOf(row) : null } }
    },
  },
  {
    method: 'GET',
    path: `${path}/last/accounts`,
    describes: {
      summary:
        'List what became of the accounts of one’s last action, skipped ones only with `filter[skipped]`',
      query: { filter: z.object({ skipped: text().optional() }).optional() },
      answers: { 200: { json: accounts }, 403: 'error', 404: 'error' },
    },
    run: async ({ query }, context) => ({ status: 200, json: await listAccounts(query, context) }),
  },
  {
    method: 'DELETE',
    path: `${path}/last`,
    describes: {
      summary: 'Stop one’s running action on many accounts',
      answers: { 204: 'empty', 403: 'error', 404: 'error' },
    },
    async run(_request, context) {
      const { id } = await lastAction(context)
      await context.forum.write(context, async (writing) => {
        await writing.db
          .updateTable('user_actions')
          .set({ status: 'stopped', ended_at: timestamp(writing) })
          .where('id', '=', id)
          .where('status', '=', 'running')
          .execute()
      })
      return { status: 204, empty: true }
    },
  },
]

/** Deletes old reports. */
export const userActionSweep = cleanUpJob('35 3 * * *', (db, now) => {
  const oldest = new Date(now.getTime() - retentionDays * 24 * 3600 * 1000).toISOString()
  return db.deleteFrom('user_actions').where('ended_at', '<', oldest).execute()
})

function findLast(context: Context): Promise<UserActionRow | undefined> {
  requireUserAdministration(context)
  return context.db
    .selectFrom('user_actions')
    .selectAll()
    .where('user_id', '=', context.actor.id)
    .executeTakeFirst()
}

async function lastAction(context: Context): Promise<UserActionRow> {
  const row = await findLast(context)
  if (!row) throw notFound()
  return row
}

async function listAccounts(query: Readonly<Record<string, unknown>>, context: Context) {
  const { id } = await lastAction(context)
  const { limit, after = '' } = parsePage(query.page)
  const { skipped } = (query.filter ?? {}) as { skipped?: unknown }
  let listed = context.db
    .selectFrom('user_action_accounts')
    .select(['account_id', 'username', 'outcome'])
    .where('action_id', '=', id)
    .orderBy('account_id')
    .limit(limit + 1)
  if (/^\d{1,15}$/.test(after)) listed = listed.where('account_id', '>', Number(after))
  if (skipped === '1') listed = listed.where('outcome', '<>', 'done')
  const rows = await listed.execute()
  const shown = rows.slice(0, limit)
  return {
    accounts: shown.map(({ account_id, username, outcome }) => ({
      id: String(account_id),
      username,
      outcome,
    })),
    next: rows.length > limit ? String(shown.at(-1)?.account_id) : null,
  }
}

function progressOf(row: UserActionRow): z.output<typeof progress> {
  return {
    name: row.action,
    groupId: row.group_id,
    status: row.status,
    expected: { count: row.expected_count, hasMore: row.has_more },
    done: row.done_count,
    skipped: row.skipped_count,
    startedAt: wireDate(row.started_at),
    endedAt: row.ended_at === null ? null : wireDate(row.ended_at),
  }
}
