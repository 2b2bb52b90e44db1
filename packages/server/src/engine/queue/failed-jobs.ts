import { wireDate } from '@parley/shared'
import { forAllRows, type Policies } from '../../points/access/policies.ts'
import { allow, deny } from '../../points/access/verdicts.ts'
import { administrate, requireAdministrator } from '../../points/context/actor.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import type { ResourceDeclaration } from '../../points/resources/resources.ts'
import { findRowForUpdate } from '../jsonapi/rows.ts'
import { readJobId } from './pending-jobs.ts'
import type { FailedJobRow } from './table.ts'

declare module '../../points/events/event-types.ts' {
  interface Events {
    /** An administrator enqueued a failed job again. */
    'job.retried': { job: FailedJobRow }
    /** An administrator deleted a failed job. */
    'job.discarded': { job: FailedJobRow }
  }
}

/** Failed jobs are for administrators. */
export const failedJobPolicies: NonNullable<Policies['failed-jobs']> = {
  '*': forAllRows((actor) => (actor.can(administrate) ? allow : deny)),
}

/** Permanently failed jobs, for administrators. Payloads stay encrypted: they may contain log-in tokens. */
export const failedJobs: ResourceDeclaration<'failed-jobs'> = {
  table: 'failed_jobs',
  isPersonal: true,
  fields: {
    name: { column: 'name', json: 'string' },
    description: { column: 'description', json: 'string?' },
    recipient: { column: 'recipient', json: 'string?' },
    error: { column: 'error', json: 'string' },
    attempts: { column: 'attempts', json: 'integer' },
    createdAt: { json: 'date', get: (job) => wireDate(job.created_at) },
    failedAt: { json: 'date', get: (job) => wireDate(job.failed_at) },
  },
  filters: { name: { value: 'text', where: (eb, name) => eb('failed_jobs.name', '=', name) } },
  sorts: { failedAt: 'failed_at' },
  endpoints: {
    index: { ability: administrate, sort: () => '-failedAt' },
    delete: {
      ability: 'delete',
      async run(job, context) {
        await deleteFailedJob(job, context)
        await context.emit('job.discarded', { job })
      },
    },
  },
}

/** Enqueues a failed job again, with its id, key and payload. Its attempts are counted from zero. */
export const retryRoute: Route = {
  method: 'POST',
  path: '/api/failed-jobs/:id/retry',
  name: 'failed-jobs.retry',
  describes: {
    summary: 'Retry a failed job',
    answers: { 204: 'empty', 403: 'error', 404: 'error' },
  },
  async run({ params }, context) {
    requireAdministrator(context)
    await retryJob(readJobId(params.id), context)
    return { status: 204, empty: true }
  },
}

/** Enqueues a failed job again. @throws `notFound`. */
export function retryJob(id: number, context: Context): Promise<void> {
  return context.forum.write(context, async (writing) =>
    retry(await findRowForUpdate(writing, 'failed-jobs', id), writing),
  )
}

async function retry(job: FailedJobRow, context: WriteContext): Promise<void> {
  const { id, name, key, payload, created_at } = job
  await deleteFailedJob(job, context)
  await context.emit('job.retried', { job })
  await context.db
    .insertInto('jobs')
    .values({ id, name, key, payload, created_at, due_at: context.forum.database.time() })
    // A waiting job with the same key replaces this one.
    .onConflict((conflict) => conflict.columns(['name', 'key']).where('lease', 'is', null).doNothing())
    .execute()
  context.afterCommit(() => context.forum.wakeJobs())
}

async function deleteFailedJob({ id }: FailedJobRow, { db }: WriteContext): Promise<void> {
  await db.deleteFrom('failed_jobs').where('id', '=', id).execute()
}
