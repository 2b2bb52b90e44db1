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

/** Statuses of three groups made at the same time, where one is enough. */
async function groupsAtOnce(isInTurn: boolean) {
  let made = 0
  const watching = {
    id: 'watching',
    title: 'Watching',
    version: '1.0.0',
    declaration: defineExtension({
      throttles: {
        groups: {
          endpoints: ['groups.create'],
          wait: () => (made > 0 ? 5 : undefined),
          ...(isInTurn && { inTurn: true }),
        },
      },
      on: { 'resource.changed': ({ type }) => void (type === 'groups' && made++) },
    }),
  }
  const admin = await (await createTestForum({ extensions: [watching] })).as(1)
  const body = { data: { attributes: { nameSingular: 'One', namePlural: 'Many' } } }
  const answers = await Promise.all([1, 2, 3].map(() => admin.post('/api/groups', body)))
  return answers.map(({ status }) => status).sort()
}

test('a throttle that is asked in turn lets one of many at the same time pass, another all of them', async () => {
  expect(await groupsAtOnce(true)).toEqual([201, 429, 429])
  expect(await groupsAtOnce(false)).toEqual([201, 201, 201])
})
