import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConnectionLost, isStalePlan } from './postgres-pool.ts'

// More than there are connections, as each may hold an outdated plan.
const ATTEMPTS = 12
/** Lost connections that are made up for: when the server ends all of them, the pool may lend some that it lost. */
const LOSSES = 3
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

/** Runs what may be run again after failures that pass: deadlocks, outdated plans, lost connections. */
export async function repeatedly<T>(run: () => Promise<T>): Promise<T> {
  let losses = 0
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (error instanceof ConnectionLost) losses += 1
      if (attempt === ATTEMPTS || losses === LOSSES || !isWorthRepeating(error)) throw error
      if (isStalePlan(error)) continue
    }
    await sleep(Math.random() * 20 * attempt)
  }
}

function isWorthRepeating(error: unknown): boolean {
  if (error instanceof ConnectionLost) return !error.mayBeDone
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK || isStalePlan(error)
}
