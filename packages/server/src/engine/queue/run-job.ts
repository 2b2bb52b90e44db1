import { tryUnseal } from '../../infrastructure/keys/sealing.ts'
import type { Context, Secrets } from '../../points/context/context.ts'
import type { Owned } from '../../points/declared.ts'
import { type AnyJob, type JobRun, PermanentFailure } from '../../points/work/jobs.ts'
import { payloadPurpose } from './enqueue-job.ts'
import {
  failJob,
  type LeasedJob,
  leaseSeconds,
  postponeJob,
  postponeUnread,
  removeJob,
  renewLease,
  rescheduleRecurringJob,
} from './leases.ts'

const defaultAttempts = 8
const defaultTimeout = 60
const firstWaitSeconds = 30
const longestWaitSeconds = 6 * 3600
const jitter = 0.25
/** After which another process may try to open what this one cannot. */
const unreadWaitSeconds = 5 * 60

/**
 * Makes one attempt at a job that was claimed and stores how it ended. `giveUp` ends an attempt that nobody can wait
 * for: then nothing is stored, and the job is run again when its lease ends.
 */
export async function runJob(
  contextOf: () => Context,
  leased: LeasedJob,
  giveUp: AbortSignal,
): Promise<void> {
  // Nodes may differ about the time: a job goes by the database's.
  const context: Context = { ...contextOf(), now: leased.claimedAt }
  const job = context.forum.points.jobs.get(leased.name)
  try {
    await attempt(context, job, leased, giveUp)
  } catch (error) {
    if (giveUp.aborted) return
    if (error instanceof UnknownKey) return await leaveToOthers(contextOf(), leased)
    return await settleFailure(contextOf(), job, leased, error)
  }
  const { forum } = context
  if (leased.every === null) await removeJob(forum.database, leased)
  else await rescheduleRecurringJob(forum.database, leased, job?.every ?? leased.every)
}

/** Seconds before the next attempt: twice as many each time, and not the same for everybody. */
export function backOff(attempts: number, random: () => number = Math.random): number {
  const seconds = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** (attempts - 1))
  return seconds * (1 - jitter + 2 * jitter * random())
}

async function attempt(
  context: Context,
  job: Owned<AnyJob> | undefined,
  leased: LeasedJob,
  giveUp: AbortSignal,
): Promise<void> {
  if (!job) throw new Error(`No extension that is enabled declares the job '${leased.name}'`)
  const payload = readPayload(context, job, leased)
  // Whoever ran it last died of it, and so did those before them.
  if (leased.attempts > attemptsOf(job))
    throw new PermanentFailure('It was begun again and again, and never ended')
  const { forum } = context
  const own = new AbortController()
  const timeout = job.timeout ?? defaultTimeout
  const timer = setTimeout(
    () => own.abort(new Error(`It was not done within ${timeout} seconds`)),
    timeout * 1000,
  )
  const renewal = setInterval(
    () =>
      // A failure shows when the end is stored.
      renewLease(forum.database, leased).then(
        (isOurs) => isOurs || own.abort(new Error('Somebody else runs it by now')),
        () => {},
      ),
    (leaseSeconds * 1000) / 3,
  )
  const signal = AbortSignal.any([own.signal, giveUp])
  const run: JobRun = { id: leased.id, attempt: leased.attempts, signal }
  try {
    await Promise.race([job.run(payload, context, run), whenAborted(signal)])
  } finally {
    clearTimeout(timer)
    clearInterval(renewal)
  }
}

/** What the job is told was sealed under a key that this process does not have. */
class UnknownKey extends Error {}

function readPayload({ forum }: Context, { schema }: AnyJob, { payload }: LeasedJob): unknown {
  const json = payload === null ? '{}' : tryUnseal(forum.secrets, payloadPurpose, payload)
  if (json === undefined) throw new UnknownKey()
  const parsed = schema.safeParse(JSON.parse(json))
  // Zod's own message may quote the payload, which is secret.
  if (!parsed.success) throw new PermanentFailure('What it was to do is not what it takes any more')
  return parsed.data
}

const told = new WeakSet<Secrets>()

/** The job waits for a process that has its key. */
async function leaveToOthers({ forum }: Context, leased: LeasedJob): Promise<void> {
  if (!told.has(forum.secrets)) {
    const advice = 'It waits for a server with that key; set SECRET_KEY_PREVIOUS to it'
    const what = 'A job was sealed under a key that this server does not have'
    forum.log.warn({ job: leased.name, id: leased.id }, `${what}. ${advice}. This is said once`)
  }
  told.add(forum.secrets)
  // Not at the same time for all processes: one with the key shall be the first at some time.
  const seconds = unreadWaitSeconds * (1 - jitter + 2 * jitter * Math.random())
  await postponeUnread(forum.database, leased, seconds)
}

async function settleFailure(
  context: Context,
  job: Owned<AnyJob> | undefined,
  leased: LeasedJob,
  error: unknown,
): Promise<void> {
  const { forum } = context
  const { database, log } = forum
  const details = { err: error, job: leased.name, id: leased.id, attempt: leased.attempts }
  const isFinal = error instanceof PermanentFailure || leased.attempts >= attemptsOf(job)
  if (!isFinal) {
    log.warn(details, 'A job failed and will be tried again')
    return postponeJob(database, leased, backOff(leased.attempts))
  }
  log.error(details, 'A job failed for good')
  if (leased.every !== null) return rescheduleRecurringJob(database, leased, job?.every ?? leased.every)
  await failJob(database, leased, {
    error: error instanceof Error ? error.message : String(error),
    description: describe(context, job, leased),
  })
}

function describe(context: Context, job: AnyJob | undefined, leased: LeasedJob): string | null {
  try {
    return job?.describe?.(readPayload(context, job, leased)) ?? null
  } catch {
    return null
  }
}

function attemptsOf(job: AnyJob | undefined): number {
  return job?.attempts ?? defaultAttempts
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
