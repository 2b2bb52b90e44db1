import { createTestForum } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AnyJob, combineJobs, type Jobs, nextTime } from './jobs.ts'

const clean: AnyJob = { schema: z.object({}), run: async () => {} }

const combine = (...sections: Record<string, AnyJob>[]) =>
  combineJobs(sections.map((section, index) => ({ owner: `broom${index}`, section: section as Jobs })))

test('there are none by default', () => {
  expect(combineJobs([{ owner: 'broom', section: undefined }]).size).toBe(0)
})

test('a declared one is there with its owner', () => {
  expect(combine({ clean }).get('clean')).toEqual({ ...clean, owner: 'broom0' })
})

test('one that recurs is run at its times, by extensions that are enabled', async () => {
  const ran: Date[] = []
  const sweep: AnyJob = {
    ...clean,
    every: '0 6 * * *',
    run: async (payload, { now, actor }) => {
      expect([payload, actor.can('administrate')]).toEqual([{}, true])
      ran.push(now)
    },
  }
  const declaration = { jobs: { sweep } as Jobs }
  const forum = await createTestForum({
    extensions: [{ id: 'broom', title: 'Broom', version: '1.0.0', declaration }],
  })
  await forum.settled()
  expect(ran).toEqual([])
  forum.clock.set('2024-01-01T06:00:00.000Z')
  await forum.settled()
  await forum.settled()
  expect(ran).toEqual([forum.clock.now()])
  await forum.setEnabled([])
  forum.clock.set('2024-01-02T06:00:00.000Z')
  await forum.settled()
  expect(ran).toHaveLength(1)
})

test.each<[string, Partial<AnyJob>]>([
  ["'every morning' is no cron expression with a future", { every: 'every morning' }],
  ["'0 0 30 2 *' is no cron expression with a future", { every: '0 0 30 2 *' }],
  ['recurs, but does not take {} for a payload', { every: '* * * * *', schema: z.object({ a: z.string() }) }],
  ['is to be tried less than once', { attempts: 0 }],
  ['has no time to run', { timeout: Number.NaN }],
])('%s is a fault', (fault, part) => {
  expectFault('broom0', 'jobs › clean', fault, () => combine({ clean: { ...clean, ...part } }))
})

test('one declared twice is a fault of the second', () => {
  expectFault('broom1', 'jobs › clean', 'already declared by broom0', () => combine({ clean }, { clean }))
})

test('times are those of UTC, wherever the server stands', () => {
  expect(nextTime('15 3 * * *', new Date('2024-03-31T03:15:00Z'))).toEqual(new Date('2024-04-01T03:15:00Z'))
})
