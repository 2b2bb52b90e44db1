import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConnectionLost, isStalePlan } from './postgres-pool.ts'

// More than there are connections, since each may hold a stale plan.
const ATTEMPTS = 12
/** How many lost connections end the retries: after the server ended all, the pool may hand out several dead ones. */
const LOSSES = 3
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

/** Retries `run` after transient failures: deadlocks, serialization failures, stale plans and lost connections. */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  let losses = 0
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (error instanceof ConnectionLost) losses += 1
      if (attempt === ATTEMPTS || losses === LOSSES || !isRetryable(error)) throw error
      if (isStalePlan(error)) continue
    }
    await sleep(Math.random() * 20 * attempt)
  }
}

function isRetryable(error: unknown): boolean {
  if (error instanceof ConnectionLost) return !error.mayBeCommitted
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK || isStalePlan(error)
}
