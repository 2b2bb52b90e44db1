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

test('a declared one has its owner', () => {
  expect(combine({ clean }).get('clean')).toEqual({ ...clean, owner: 'broom0' })
})

test('a recurring job runs on schedule while its extension is enabled', async () => {
  const ran: Date[] = []
  const sweep: AnyJob = {
    ...clean,
    every: '0 6 * * *',
    run: async (payload, { now, actor }) => {
      expect({ payload, isAdmin: actor.can('administrate') }).toEqual({ payload: {}, isAdmin: true })
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
  ["'every morning' is no cron expression with a future time", { every: 'every morning' }],
  ["'0 0 30 2 *' is no cron expression with a future time", { every: '0 0 30 2 *' }],
  [
    'recurs, but its schema refuses the payload {}',
    { every: '* * * * *', schema: z.object({ a: z.string() }) },
  ],
  ['needs at least one attempt', { attempts: 0 }],
  ['needs a timeout above 0', { timeout: Number.NaN }],
])('%s is a fault', (fault, part) => {
  expectFault('broom0', 'jobs › clean', fault, () => combine({ clean: { ...clean, ...part } }))
})

test('one declared twice is a fault of the second', () => {
  expectFault('broom1', 'jobs › clean', 'already declared by broom0', () => combine({ clean }, { clean }))
})

test('schedules are in UTC, whatever the time zone of the server', () => {
  expect(nextTime('15 3 * * *', new Date('2024-03-31T03:15:00Z'))).toEqual(new Date('2024-04-01T03:15:00Z'))
})
