import { createTestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { defineExtension } from '../extension.ts'
import type { Wait } from './throttles.ts'

/** An extension whose throttles answer what `waits` says, over listing groups and over a route of its own. */
const throttling = (waits: Record<string, Wait>) => ({
  id: 'throttling',
  title: 'throttling',
  version: '1.0.0',
  declaration: defineExtension({
    throttles: Object.fromEntries(
      Object.entries(waits).map(([name, wait]) => [
        name,
        { endpoints: ['groups.index', 'own'], wait: () => wait },
      ]),
    ),
    routes: [
      { method: 'GET', path: '/api/own', name: 'own', run: () => ({ status: 200, json: {} }) },
      { method: 'GET', path: '/api/other', run: () => ({ status: 200, json: {} }) },
    ],
  }),
})

const statuses = async (waits: Record<string, Wait>) => {
  const forum = await createTestForum({ extensions: [throttling(waits)] })
  const answers = await Promise.all(
    ['/api/groups', '/api/own', '/api/other', '/api/groups/1'].map((path) => forum.guest().get(path)),
  )
  return answers.map(({ status }) => status)
}

test('nothing is throttled by default, or by throttles without objection', async () => {
  expect(await statuses({})).toEqual([200, 200, 200, 200])
  expect(await statuses({ one: undefined })).toEqual([200, 200, 200, 200])
})

test('B298 what a throttle watches is 429, the rest is not', async () => {
  expect(await statuses({ one: 5 })).toEqual([429, 429, 200, 200])
})

test('B299 a throttle that says pass cancels the others, before or after it', async () => {
  expect(await statuses({ one: 5, two: 'pass' })).toEqual([200, 200, 200, 200])
  expect(await statuses({ one: 'pass', two: 5 })).toEqual([200, 200, 200, 200])
})

test('the longest wait is told, in whole seconds', async () => {
  const forum = await createTestForum({ extensions: [throttling({ one: 2, two: 6.2, three: undefined })] })
  const { headers } = await forum.guest().get('/api/groups')
  expect(headers['retry-after']).toBe('7')
})
