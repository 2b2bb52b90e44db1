import { wireDate } from '@parley/shared'
import { conflict, notFound } from '../../infrastructure/errors.ts'
import type { Policies } from '../../points/access/policies.ts'
import { allow, deny } from '../../points/access/verdicts.ts'
import { administrate, requireAdministrator } from '../../points/context/actor.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import type { ResourceDeclaration } from '../../points/resources/resources.ts'
import { findRowForUpdate } from '../jsonapi/rows.ts'
import { describeJob } from './run-job.ts'
import type { JobRow } from './table.ts'

declare module '../../points/events/event-types.ts' {
  interface Events {
    /** An administrator made a waiting job due. */
    'job.madeDue': { job: JobRow }
    /** An administrator deleted a waiting job. */
    'job.cancelled': { job: JobRow }
  }
}

/** Jobs that wait or run are for administrators. The list leaves out recurring jobs: they cannot be cancelled. */
export const jobPolicies: NonNullable<Policies['jobs']> = {
  '*': {
    verdict: (actor, { every }) => (actor.can(administrate) && every === null ? allow : deny),
    scope: (eb, { actor }) => actor.can(administrate) && eb('jobs.every', 'is', null),
  },
}

/** Jobs that wait or run, for administrators. Payloads stay encrypted: they may contain log-in tokens. */
export const pendingJobs: ResourceDeclaration<'jobs'> = {
  table: 'jobs',
  isPersonal: true,
  fields: {
    name: { column: 'name', json: 'string' },
    description: { json: 'string?', get: (job, context) => described(job, context).description },
    recipient: { json: 'string?', get: (job, context) => described(job, context).recipient },
    isRunning: { json: 'boolean', get: (job) => job.lease !== null },
    attempts: { column: 'attempts', json: 'integer' },
    error: { column: 'last_error', json: 'string?' },
    createdAt: { json: 'date', get: (job) => wireDate(job.created_at) },
    dueAt: { json: 'date', get: (job) => wireDate(job.due_at) },
  },
  filters: { name: { value: 'text', where: (eb, name) => eb('jobs.name', '=', name) } },
  sorts: { createdAt: 'created_at' },
  endpoints: {
    index: { ability: administrate, sort: () => '-createdAt' },
    delete: { ability: 'delete', run: (job, context) => deletePending(job, context) },
  },
}

/** Makes a waiting job due. */
export const runNowRoute: Route = {
  method: 'POST',
  path: '/api/jobs/:id/run',
  name: 'jobs.run',
  describes: {
    summary: 'Run a waiting job now',
    answers: { 204: 'empty', 403: 'error', 404: 'error', 409: 'error' },
  },
  async run({ params }, context) {
    requireAdministrator(context)
    await runJobNow(readJobId(params.id), context)
    return { status: 204, empty: true }
  },
}

/** Makes a waiting job due. @throws `notFound`, and `conflict` while it runs. */
export function runJobNow(id: number, context: Context): Promise<void> {
  return context.forum.write(context, async (writing) => {
    const job = await findRowForUpdate(writing, 'jobs', id)
    refuseRunning(job)
    const due_at = context.forum.database.time()
    await writing.db.updateTable('jobs').set({ due_at }).where('id', '=', job.id).execute()
    await writing.emit('job.madeDue', { job })
    writing.afterCommit(() => context.forum.wakeJobs())
  })
}

/** Reads the id of a job in a path. @throws `notFound` where it is no number. */
export function readJobId(id = ''): number {
  if (!/^\d{1,15}$/.test(id)) throw notFound()
  return Number(id)
}

async function deletePending(job: JobRow, context: WriteContext): Promise<void> {
  refuseRunning(job)
  await context.db.deleteFrom('jobs').where('id', '=', job.id).execute()
  await context.emit('job.cancelled', { job })
}

function refuseRunning({ lease }: JobRow): void {
  if (lease !== null) throw conflict({ problems: [{ detail: 'The job is running. Try again in a minute.' }] })
}

/** Each payload is decrypted once per answer. */
const descriptions = new WeakMap<JobRow, ReturnType<typeof describeJob>>()

function described(job: JobRow, context: Context): ReturnType<typeof describeJob> {
  const known = descriptions.get(job) ?? describeJob(context, job)
  descriptions.set(job, known)
  return known
}
