import { Cron } from 'croner'
import { z } from 'zod'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/**
 * The jobs, by name, with the types of their payloads. Features and extensions add theirs:
 * `declare module '…' { interface JobTypes { 'mail.send': MailJob } }`.
 */
export interface JobTypes {
  /** Removes old failed jobs. */
  'failed-jobs.sweep': NoPayload
}

/** The payload of jobs without input, such as every recurring job. */
export type NoPayload = Record<string, never>

/** The schema of jobs without input. */
export const noPayload: z.ZodType<NoPayload> = z.strictObject({})

export type JobName = keyof JobTypes & string

/**
 * Work outside requests: `enqueueJob` stores it in the transaction of a change, and so as durably as the change. It runs
 * at least once, on one node at a time: after a crash it runs again, so it must be idempotent.
 */
export interface Job<Payload = unknown> {
  /** Parses the payload of `enqueueJob`, which may come from an earlier version of the forum. */
  schema: z.ZodType<Payload>
  /**
   * Does the work, without a transaction: `context.forum.write` opens one. If it rejects, it is retried later; with a
   * `PermanentFailure` the job fails at once.
   */
  run(payload: Payload, context: Context, job: JobRun): Promise<void>
  /** The number of attempts until the job counts as failed; 8 by default. */
  attempts?: number
  /** Seconds after which an attempt counts as failed; 60 by default. */
  timeout?: number
  /**
   * Cron expression, in UTC: `'15 3 * * *'` is every day at 3:15. The job runs at these times with the payload `{}`. After
   * the last failed attempt it runs again at the next time.
   */
  every?: string
  /** Describes a job to administrators, without secrets. */
  describe?(payload: Payload): string
  /** The address or account to which the job sends something. */
  recipient?(payload: Payload): string
}

/** One attempt at a job. */
export interface JobRun {
  /** The same for every attempt, and for no other job. */
  id: number
  /** From 1. */
  attempt: number
  /** Aborted at the timeout and when the forum closes: the result of the attempt is ignored then. */
  signal: AbortSignal
}

export type Jobs = { readonly [Name in JobName]?: Job<JobTypes[Name]> }

/** A job with any payload. */
export type AnyJob = Job<unknown>

/** The failure of a job for which a retry is useless. Administrators see the message. */
export class PermanentFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PermanentFailure'
  }
}

/** Checks and combines the jobs of all extensions. */
export function combineJobs(declared: readonly Declared<Jobs | undefined>[]): Map<string, Owned<AnyJob>> {
  const sections = declared as unknown as Declared<Readonly<Record<string, AnyJob>> | undefined>[]
  return mergeRecords('jobs', sections, ({ schema, every, attempts = 1, timeout = 1 }) => {
    if (!Number.isInteger(attempts) || attempts < 1) return 'needs at least one attempt'
    if (!(timeout > 0)) return 'needs a timeout above 0'
    if (every === undefined) return undefined
    if (!schema.safeParse({}).success) return 'recurs, but its schema refuses the payload {}'
    return cronFault(every)
  })
}

/** Returns the next time after `after` that matches a cron expression, in UTC. */
export function nextTime(every: string, after: Date): Date {
  const next = new Cron(every, { utcOffset: 0 }).nextRun(after)
  if (!next) throw new Error(`The cron expression '${every}' matches no future time`)
  return next
}

function cronFault(every: string): string | undefined {
  try {
    nextTime(every, new Date())
    return undefined
  } catch {
    return `'${every}' is no cron expression with a future time`
  }
}

declare module '../extension.ts' {
  interface Extension {
    /** Work outside requests, queued or with a schedule. */
    jobs?: Jobs
  }
}

declare module '../extension-point.ts' {
  interface Points {
    jobs: ReadonlyMap<string, Owned<AnyJob>>
  }
}

/** Jobs. */
export const jobsPoint = definePoint('jobs', {
  sections: ['jobs'],
  combine: ({ jobs }) => combineJobs(jobs),
})
