import { admin, createTestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { defineExtension } from '../extension.ts'
import type { Wait } from './throttles.ts'

/** An extension whose throttles return `waits`, for the list of groups and for a route. */
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
  const [list, ownRoute, otherRoute, show] = answers.map(({ status }) => status)
  return { list, ownRoute, otherRoute, show }
}

const unthrottled = { list: 200, ownRoute: 200, otherRoute: 200, show: 200 }

test('no request is throttled by default, or by throttles that return undefined', async () => {
  expect(await statuses({})).toEqual(unthrottled)
  expect(await statuses({ one: undefined })).toEqual(unthrottled)
})

test('B298 the endpoints of a throttle are 429, the others are not', async () => {
  expect(await statuses({ one: 5 })).toEqual({ ...unthrottled, list: 429, ownRoute: 429 })
})

test("B299 a throttle that returns 'pass' overrides the others, before or after it", async () => {
  expect(await statuses({ one: 5, two: 'pass' })).toEqual(unthrottled)
  expect(await statuses({ one: 'pass', two: 5 })).toEqual(unthrottled)
})

test('Retry-After is the longest wait, in whole seconds', async () => {
  const forum = await createTestForum({ extensions: [throttling({ one: 2, two: 6.2, three: undefined })] })
  const { headers } = await forum.guest().get('/api/groups')
  expect(headers['retry-after']).toBe('7')
})

/** Creates three groups at the same time, under a throttle that allows one, and returns the statuses. */
async function createGroupsAtOnce(isInTurn: boolean) {
  let created = 0
  const watching = {
    id: 'watching',
    title: 'Watching',
    version: '1.0.0',
    declaration: defineExtension({
      throttles: {
        groups: {
          endpoints: ['groups.create'],
          wait: () => (created > 0 ? 5 : undefined),
          ...(isInTurn && { inTurn: true }),
        },
      },
      on: { 'resource.changed': ({ type }) => void (type === 'groups' && created++) },
    }),
  }
  const forum = await createTestForum({ extensions: [watching] })
  const administrator = await forum.as(admin)
  const body = { data: { attributes: { nameSingular: 'One', namePlural: 'Many' } } }
  const answers = await Promise.all([1, 2, 3].map(() => administrator.post('/api/groups', body)))
  const countOf = (status: number) => answers.filter((answer) => answer.status === status).length
  return { created: countOf(201), throttled: countOf(429) }
}

test('a throttle with inTurn lets one of many concurrent requests pass, another all of them', async () => {
  expect(await createGroupsAtOnce(true)).toEqual({ created: 1, throttled: 2 })
  expect(await createGroupsAtOnce(false)).toEqual({ created: 3, throttled: 0 })
})
