import { tryUnseal } from '../../infrastructure/keys/sealing.ts'
import type { Context, Secrets } from '../../points/context/context.ts'
import type { Owned } from '../../points/declared.ts'
import { type AnyJob, type JobRun, PermanentFailure } from '../../points/jobs/jobs.ts'
import { payloadPurpose } from './enqueue-job.ts'
import {
  failJob,
  type LeasedJob,
  leaseSeconds,
  postponeJob,
  postponeUncounted,
  removeJob,
  renewLease,
  rescheduleRecurringJob,
} from './leases.ts'
import type { JobRow } from './table.ts'

const defaultAttempts = 8
const defaultTimeout = 60
const firstBackOffSeconds = 30
const maximumBackOffSeconds = 6 * 3600
const jitter = 0.25
/** Delay before another process may try to decrypt a payload. */
const unknownKeyDelaySeconds = 5 * 60

/**
 * Makes one attempt at a leased job and stores the result. `shutdown` aborts the attempt: then nothing is stored, and
 * the job is run again when its lease ends.
 */
export async function runJob(
  contextOf: () => Context,
  leased: LeasedJob,
  shutdown: AbortSignal,
): Promise<void> {
  // The clocks of nodes may differ, so jobs use the database's.
  const context: Context = { ...contextOf(), now: leased.claimedAt }
  const job = context.forum.points.jobs.get(leased.name)
  try {
    await runAttempt(context, job, leased, shutdown)
  } catch (error) {
    if (shutdown.aborted) return
    if (error instanceof UnknownEncryptionKey) return await postponeUndecryptable(contextOf(), leased)
    return await handleFailure(contextOf(), job, leased, error)
  }
  const { forum } = context
  if (leased.every === null) await removeJob(forum.database, leased)
  else await rescheduleRecurringJob(forum.database, leased, job?.every ?? leased.every)
}

/** Seconds before the next attempt: exponential back-off with jitter. */
export function backOff(attempts: number, random: () => number = Math.random): number {
  const seconds = Math.min(maximumBackOffSeconds, firstBackOffSeconds * 2 ** (attempts - 1))
  return seconds * (1 - jitter + 2 * jitter * random())
}

async function runAttempt(
  context: Context,
  job: Owned<AnyJob> | undefined,
  leased: LeasedJob,
  shutdown: AbortSignal,
): Promise<void> {
  if (!job) throw new Error(`No enabled extension declares the job '${leased.name}'`)
  const payload = readPayload(context.forum, job, leased)
  // An attempt that ends is stored, so all earlier ones were interrupted by the end of their process.
  if (leased.attempts > maximumAttempts(job))
    throw new PermanentFailure('The process stopped during every attempt')
  const { forum } = context
  const abort = new AbortController()
  const timeout = job.timeout ?? defaultTimeout
  const timer = setTimeout(
    () => abort.abort(new Error(`The job timed out after ${timeout} seconds`)),
    timeout * 1000,
  )
  const renewal = setInterval(
    () =>
      // If renewing fails, storing the result reports the error.
      renewLease(forum.database, leased).then(
        (isRenewed) => isRenewed || abort.abort(new Error('Another process has taken over the job')),
        () => {},
      ),
    (leaseSeconds * 1000) / 3,
  )
  const signal = AbortSignal.any([abort.signal, shutdown])
  const run: JobRun = { id: leased.id, attempt: leased.attempts, signal }
  try {
    await Promise.race([job.run(payload, context, run), whenAborted(signal)])
  } finally {
    clearTimeout(timer)
    clearInterval(renewal)
  }
}

/** The payload is encrypted with a key that this process does not have. */
class UnknownEncryptionKey extends Error {}

function readPayload(
  forum: Pick<Context['forum'], 'secrets'>,
  { schema }: AnyJob,
  { payload }: Pick<JobRow, 'payload'>,
): unknown {
  const json = payload === null ? '{}' : tryUnseal(forum.secrets, payloadPurpose, payload)
  if (json === undefined) throw new UnknownEncryptionKey()
  const parsed = schema.safeParse(JSON.parse(json))
  // Zod's own message may quote the payload, which is secret.
  if (!parsed.success) throw new PermanentFailure('The payload no longer fits the schema of the job')
  return parsed.data
}

const warnedSecrets = new WeakSet<Secrets>()

/** Postpones a job until a process with its key runs it. */
async function postponeUndecryptable({ forum }: Context, leased: LeasedJob): Promise<void> {
  if (!warnedSecrets.has(forum.secrets)) {
    const reason = 'The payload of a job is encrypted with a key that this server does not have'
    const advice = 'The job waits for a server with that key; set SECRET_KEY_PREVIOUS to it'
    forum.log.warn({ job: leased.name, id: leased.id }, `${reason}. ${advice}. This warning is logged once`)
  }
  warnedSecrets.add(forum.secrets)
  // Jitter makes a process with the key claim the job first at some time.
  const seconds = unknownKeyDelaySeconds * (1 - jitter + 2 * jitter * Math.random())
  await postponeUncounted(forum.database, leased, seconds)
}

async function handleFailure(
  context: Context,
  job: Owned<AnyJob> | undefined,
  leased: LeasedJob,
  error: unknown,
): Promise<void> {
  const { forum } = context
  const { database, log } = forum
  const details = { err: error, job: leased.name, id: leased.id, attempt: leased.attempts }
  const isFinal = error instanceof PermanentFailure || leased.attempts >= maximumAttempts(job)
  if (!isFinal) {
    log.warn(details, 'A job failed and will be retried')
    return postponeJob(database, leased, { seconds: backOff(leased.attempts), error: messageOf(error) })
  }
  log.error(details, 'A job failed permanently')
  if (leased.every !== null)
    return rescheduleRecurringJob(database, leased, job?.every ?? leased.every, messageOf(error))
  await failJob(database, leased, {
    error: messageOf(error),
    ...describeJob(context, leased),
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Describes a job to administrators, as its declaration does; both are null where the payload cannot be read. */
export function describeJob(
  { forum }: Context,
  row: Pick<JobRow, 'name' | 'payload'>,
): { description: string | null; recipient: string | null } {
  const job = forum.points.jobs.get(row.name)
  try {
    const payload = job && readPayload(forum, job, row)
    return {
      description: job?.describe?.(payload) ?? null,
      recipient: job?.recipient?.(payload) ?? null,
    }
  } catch {
    return { description: null, recipient: null }
  }
}

function maximumAttempts(job: AnyJob | undefined): number {
  return job?.attempts ?? defaultAttempts
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
