import { mailKind } from '@parley/shared'
import { answer } from '../../engine/jsonapi/api.ts'
import { listRows } from '../../engine/jsonapi/lists/list.ts'
import { resourceOf } from '../../engine/jsonapi/rows.ts'
import { serialize } from '../../engine/jsonapi/serialize.ts'
import { retryJob } from '../../engine/queue/failed-jobs.ts'
import { runJobNow } from '../../engine/queue/pending-jobs.ts'
import { notFound } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'

const jobName = 'mail.send'
const pageSize = 50

/** The resources of mail: what failed for good, and what waits or is being sent. */
const types = ['failed-jobs', 'jobs'] as const

/** A mail that is not sent. Its body and links stay sealed. */
export interface OutgoingMail {
  id: number
  state: 'failed' | 'waiting' | 'running'
  kind: string
  /** Null where the server lacks the key that sealed the mail. */
  recipient: string | null
  /** Of the last attempt. */
  error: string | null
  attempts: number
  /** ISO 8601, as are the other times. */
  createdAt: string
  failedAt: string | null
  /** The next attempt. */
  dueAt: string | null
}

/** Yields the mail that failed and then the mail that waits, each the newest first. */
export async function* listOutgoingMail(context: Context): AsyncGenerator<OutgoingMail, void, undefined> {
  for (const type of types) {
    const resource = resourceOf(context, type)
    let after: string | undefined = ''
    while (after !== undefined) {
      const query = { filter: { name: jobName }, page: { limit: String(pageSize), after } }
      const { rows, cursor } = await listRows(context, resource, query)
      const { data } = await serialize(context, { resource, rows, form: 'full' }, new Map())
      for (const { id, attributes = {} } of data) yield outgoingMail(Number(id), attributes)
      after = cursor
    }
  }
}

/** Sends a failed mail again, or a waiting one immediately. @throws `notFound`, and `conflict` while it is sent. */
export async function retryMail(id: number, context: Context): Promise<void> {
  const type = await typeOf(id, context)
  return type === 'jobs' ? runJobNow(id, context) : retryJob(id, context)
}

/** Drops a mail. @throws as `retryMail`. */
export async function deleteMail(id: number, context: Context): Promise<void> {
  const type = await typeOf(id, context)
  await answer(context, { type, endpoint: 'delete', id: String(id), query: {} })
}

/** The resource that has the mail: a job that fails keeps its id. */
async function typeOf(id: number, { db }: Context): Promise<(typeof types)[number]> {
  for (const type of types) {
    const table = type === 'jobs' ? 'jobs' : 'failed_jobs'
    const found = await db
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('name', '=', jobName)
      .executeTakeFirst()
    if (found) return type
  }
  throw notFound()
}

function outgoingMail(id: number, attributes: Readonly<Record<string, unknown>>): OutgoingMail {
  const { description, recipient, error, attempts, createdAt, failedAt = null, dueAt = null } = attributes
  const state = dueAt === null ? 'failed' : attributes.isRunning ? 'running' : 'waiting'
  const kind = mailKind(description as string | null)
  return { id, state, kind, recipient, error, attempts, createdAt, failedAt, dueAt } as OutgoingMail
}
