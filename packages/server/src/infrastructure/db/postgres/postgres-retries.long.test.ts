import pg from 'pg'
import { expect, test } from 'vitest'
import { ConnectionLost } from './postgres-pool.ts'
import { withRetries } from './postgres-retries.ts'

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('failed', 0, 'error'), { code })
}

/** Runs a function that fails with `error` a number of times. @returns how often it ran, and whether it succeeded. */
async function runsOf(error: Error, failures: number): Promise<{ runs: number; succeeds: boolean }> {
  let runs = 0
  const running = withRetries(async () => {
    runs += 1
    if (runs <= failures) throw error
  })
  const succeeds = await running.then(
    () => true,
    (thrown: unknown) => {
      expect(thrown).toBe(error)
      return false
    },
  )
  return { runs, succeeds }
}

test.each([
  ['a deadlock', databaseError('40P01'), 11, { runs: 12, succeeds: true }],
  ['a serialization failure', databaseError('40001'), 11, { runs: 12, succeeds: true }],
  ['an endless deadlock', databaseError('40P01'), 99, { runs: 12, succeeds: false }],
  ['two lost connections', new ConnectionLost(new Error()), 2, { runs: 3, succeeds: true }],
  ['more lost connections', new ConnectionLost(new Error()), 99, { runs: 3, succeeds: false }],
  [
    'a connection lost at the commit',
    new ConnectionLost(new Error(), { mayBeCommitted: true }),
    1,
    { runs: 1, succeeds: false },
  ],
  ['a unique violation', databaseError('23505'), 1, { runs: 1, succeeds: false }],
  ['any other error', new Error('no'), 1, { runs: 1, succeeds: false }],
])('%s', async (_, error, failures, expected) => {
  expect(await runsOf(error, failures)).toEqual(expected)
})
