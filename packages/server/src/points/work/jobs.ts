import { Cron } from 'croner'
import { z } from 'zod'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/**
 * What can be done later, by name, and what each job is told. Features and extensions add theirs:
 * `declare module '…' { interface JobTypes { 'mail.send': MailJob } }`.
 */
export interface JobTypes {
  /** Forgets failed jobs after a while. */
  'failed-jobs.sweep': NoPayload
}

/** Of jobs that need to be told nothing; every recurring job is one. */
export type NoPayload = Record<string, never>

/** Schema of jobs that need to be told nothing. */
export const noPayload: z.ZodType<NoPayload> = z.strictObject({})

export type JobName = keyof JobTypes & string

/**
 * Work outside requests: `enqueueJob` asks for it inside a change, and it is lost no more than the change is. It is
 * run at least once, on one node at a time: after a crash it is run again, so it has to stand being repeated.
 */
export interface Job<Payload = unknown> {
  /** Reads what `enqueueJob` was given; an earlier version of the forum may have given it. */
  schema: z.ZodType<Payload>
  /**
   * Does the work, without a transaction: `context.forum.write` opens one. A rejection has it tried again later, and
   * a `PermanentFailure` puts it among the failed jobs at once.
   */
  run(payload: Payload, context: Context, job: JobRun): Promise<void>
  /** How often it is tried before it counts as failed; 8 times unless said otherwise. */
  attempts?: number
  /** Seconds after which an attempt counts as failed; 60 unless said otherwise. */
  timeout?: number
  /**
   * Cron expression, in UTC: `'15 3 * * *'` is every day at 3:15. The job is run at these times with `{}` for a
   * payload. When an attempt fails for the last time, the next time is its next chance.
   */
  every?: string
  /** What administrators read about a failed one: nothing that must stay secret. */
  describe?(payload: Payload): string
}

/** One attempt at a job. */
export interface JobRun {
  /** The same for every attempt, and for no other job. */
  id: number
  /** From 1. */
  attempt: number
  /** Aborts when the time is up or the forum closes: the attempt counts for nothing then. */
  signal: AbortSignal
}

export type Jobs = { readonly [Name in JobName]?: Job<JobTypes[Name]> }

/** A job whose payload is whatever its schema reads. */
export type AnyJob = Job<unknown>

/** A job throws it when trying again would help nobody. The message is shown to administrators. */
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
    if (!Number.isInteger(attempts) || attempts < 1) return 'is to be tried less than once'
    if (!(timeout > 0)) return 'has no time to run'
    if (every === undefined) return undefined
    if (!schema.safeParse({}).success) return 'recurs, but does not take {} for a payload'
    return cronFault(every)
  })
}

/** The next time after `after` that a cron expression stands for, in UTC. */
export function nextTime(every: string, after: Date): Date {
  const next = new Cron(every, { timezone: 'UTC' }).nextRun(after)
  if (!next) throw new Error(`'${every}' never comes`)
  return next
}

function cronFault(every: string): string | undefined {
  try {
    nextTime(every, new Date())
    return undefined
  } catch {
    return `'${every}' is no cron expression with a future`
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
