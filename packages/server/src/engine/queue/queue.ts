import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Log } from '../../points/context/context.ts'
import { claimJobs, type LeasedJob, nextDue } from './leases.ts'
import { scheduleRecurring } from './recurring.ts'
import { repairDueTimes } from './repair-due-times.ts'
import { runJob } from './run-job.ts'

const concurrency = 4
const maximumSleepMs = 20_000
const minimumSleepMs = 50
const sleepAfterErrorMs = 5_000
/** Clock corrections up to this size are normal. */
const toleratedClockStepMs = 5_000

/**
 * Runs the jobs of a forum. All state is in the database, so any number of processes share the work, and each of them
 * may die.
 */
export class JobQueue {
  readonly #context: () => Context
  readonly #log: Log
  readonly #running = new Set<Promise<void>>()
  /** Aborts attempts that do not end before the queue closes. */
  readonly #shutdown = new AbortController()
  #worker: Promise<void> | undefined
  #isClosing = false
  #isWoken = false
  /** The latest time that the clock of the database has shown, in milliseconds. */
  #latestNow = 0
  #endSleep: (() => void) | undefined

  /** `context` creates a context of the current build for each job. */
  constructor(context: () => Context, log: Log) {
    this.#context = context
    this.#log = log
  }

  /** Starts running jobs when they are due. */
  start(): void {
    if (!this.#isClosing) this.#worker ??= this.#runLoop()
  }

  /** Looks for due jobs now, instead of within some seconds. */
  wake(): void {
    this.#isWoken = true
    this.#endSleep?.()
  }

  /** Runs due jobs one after the other, including those that become due meanwhile. @returns their number. */
  async runDue(): Promise<number> {
    for (let count = 0; ; count += 1) {
      if ((await this.#startDue(1)) === 0 && this.#running.size === 0) return count
      await Promise.all(this.#running)
    }
  }

  /** Starts no more jobs. Resolves when the running ones have ended, and aborts them after `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosing = true
    this.wake()
    await this.#worker
    const timer = new AbortController()
    const timeout = sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => {})
    await Promise.race([Promise.all(this.#running), timeout])
    timer.abort()
    this.#shutdown.abort(new Error('The forum is closing'))
    await Promise.all(this.#running)
  }

  async #runLoop(): Promise<void> {
    while (!this.#isClosing) {
      let sleepMs = maximumSleepMs
      try {
        const free = concurrency - this.#running.size
        // If no slot is free, the next job that ends wakes the loop.
        if (free > 0 && (await this.#startDue(free)) < free) {
          sleepMs = Math.min(maximumSleepMs, Math.max(minimumSleepMs, await this.#timeToNext()))
        }
      } catch (error) {
        this.#log.error({ err: error }, 'Reading the job queue failed')
        sleepMs = sleepAfterErrorMs
      }
      await this.#sleep(sleepMs)
    }
  }

  async #startDue(limit: number): Promise<number> {
    const { forum } = this.#context()
    if ((await this.#timeToNext()) > 0) return 0
    const jobs = await claimJobs(forum.database, limit)
    for (const job of jobs) this.#run(job)
    return jobs.length
  }

  #run(job: LeasedJob): void {
    const running: Promise<void> = runJob(this.#context, job, this.#shutdown.signal)
      .catch((error) =>
        // The job is run again when its lease ends.
        this.#log.error({ err: error, job: job.name }, 'Storing the result of a job failed'),
      )
      .then(() => {
        this.#running.delete(running)
        this.wake()
      })
    this.#running.add(running)
  }

  /** Milliseconds until the next job is due; 0 or less if one is. Repairs times after the clock was set back. */
  async #timeToNext(): Promise<number> {
    const { database, points, isForAdministratorsOnly } = this.#context().forum
    // A job could mail what an extension that is not loaded keeps private, or need that extension.
    if (isForAdministratorsOnly) return maximumSleepMs
    const next = await nextDue(database)
    if (!next) return maximumSleepMs
    const isSetBack = next.now < this.#latestNow - toleratedClockStepMs
    this.#latestNow = isSetBack ? next.now : Math.max(this.#latestNow, next.now)
    if (!isSetBack) return next.due - next.now
    await scheduleRecurring(database, points.jobs)
    await repairDueTimes(database)
    return this.#timeToNext()
  }

  async #sleep(ms: number): Promise<void> {
    if (!this.#isWoken && !this.#isClosing) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#endSleep = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#isWoken = false
    this.#endSleep = undefined
  }
}
