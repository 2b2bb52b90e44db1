import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Log } from '../../points/context/context.ts'
import { claimJobs, type LeasedJob, nextDue } from './leases.ts'
import { scheduleRecurring } from './recurring.ts'
import { repairDueTimes } from './repair-due-times.ts'
import { runJob } from './run-job.ts'

const slots = 4
const longestSleepMs = 20_000
const shortestSleepMs = 50
const sleepAfterTroubleMs = 5_000
/** Clocks are corrected by less than this all the time. */
const toleratedStepMs = 5_000

/**
 * Runs the jobs of a forum. Everything it knows is in the database: any number of processes share the work, and none
 * is missed when it dies.
 */
export class JobQueue {
  readonly #context: () => Context
  readonly #log: Log
  readonly #running = new Set<Promise<void>>()
  /** Ends what does not end by itself. */
  readonly #giveUp = new AbortController()
  #worker: Promise<void> | undefined
  #isClosing = false
  #hasNews = false
  /** The latest time that the database told, in milliseconds. */
  #latest = 0
  #endSleep: (() => void) | undefined

  /** `context` gives a fresh one, of the forum as it is by then, for each job. */
  constructor(context: () => Context, log: Log) {
    this.#context = context
    this.#log = log
  }

  /** From now on jobs are run when they are due. */
  start(): void {
    if (!this.#isClosing) this.#worker ??= this.#work()
  }

  /** Looks for jobs that are due at once instead of within some seconds. */
  wake(): void {
    this.#hasNews = true
    this.#endSleep?.()
  }

  /** Runs what is due, one after the other, those included that become due meanwhile; resolves with their number. */
  async runDue(): Promise<number> {
    for (let count = 0; ; count += 1) {
      if ((await this.#begin(1)) === 0 && this.#running.size === 0) return count
      await Promise.all(this.#running)
    }
  }

  /** Begins nothing more and resolves when what runs has ended, at the latest after `patienceMs`. */
  async close(patienceMs: number): Promise<void> {
    this.#isClosing = true
    this.wake()
    await this.#worker
    const timer = new AbortController()
    const patience = sleep(patienceMs, undefined, { signal: timer.signal }).catch(() => {})
    await Promise.race([Promise.all(this.#running), patience])
    timer.abort()
    this.#giveUp.abort(new Error('The forum is closing'))
    await Promise.all(this.#running)
  }

  async #work(): Promise<void> {
    while (!this.#isClosing) {
      let pauseMs = longestSleepMs
      try {
        const free = slots - this.#running.size
        // With all hands full the next to end wakes us.
        if (free > 0 && (await this.#begin(free)) < free) {
          pauseMs = Math.min(longestSleepMs, Math.max(shortestSleepMs, await this.#timeToNext()))
        }
      } catch (error) {
        this.#log.error({ err: error }, 'The job queue cannot be read')
        pauseMs = sleepAfterTroubleMs
      }
      await this.#sleep(pauseMs)
    }
  }

  async #begin(limit: number): Promise<number> {
    const { forum } = this.#context()
    if ((await this.#timeToNext()) > 0) return 0
    const jobs = await claimJobs(forum.database, limit)
    for (const job of jobs) this.#run(job)
    return jobs.length
  }

  #run(job: LeasedJob): void {
    const running: Promise<void> = runJob(this.#context, job, this.#giveUp.signal)
      .catch((error) =>
        // It is nobody's until its lease ends, and then it is run again.
        this.#log.error({ err: error, job: job.name }, 'How a job ended could not be stored'),
      )
      .then(() => {
        this.#running.delete(running)
        this.wake()
      })
    this.#running.add(running)
  }

  /** Milliseconds until the next job is due; none or less when one is. */
  async #timeToNext(): Promise<number> {
    const { database, points } = this.#context().forum
    const next = await nextDue(database)
    if (!next) return longestSleepMs
    const wasSetBack = next.now < this.#latest - toleratedStepMs
    this.#latest = wasSetBack ? next.now : Math.max(this.#latest, next.now)
    if (!wasSetBack) return next.due - next.now
    await scheduleRecurring(database, points.jobs)
    await repairDueTimes(database)
    return this.#timeToNext()
  }

  async #sleep(ms: number): Promise<void> {
    if (!this.#hasNews && !this.#isClosing) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#endSleep = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#hasNews = false
    this.#endSleep = undefined
  }
}
