import { createTestForum, makeUser, type TestForumOptions } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import type { Limit } from '../../infrastructure/limits/rate-limits.ts'
import { defineExtension } from '../extension.ts'
import { combineRateLimits, countAction } from './rate-limits.ts'

declare module '../../infrastructure/limits/rate-limit-names.ts' {
  interface RateLimitNames {
    wavesPerAccount: true
  }
}

/** An extension with a limit on waving. */
const waving = {
  id: 'waving',
  title: 'Waving',
  version: '1.0.0',
  declaration: defineExtension({
    rateLimits: { wavesPerAccount: { points: 2, seconds: 60 } },
    routes: [
      {
        method: 'POST',
        path: '/api/waves',
        csrf: false,
        async run(_request, context) {
          await countAction(context, 'wavesPerAccount')
          return { status: 204, empty: true }
        },
      },
    ],
  }),
}

async function open(options: TestForumOptions = {}) {
  const forum = await createTestForum({ extensions: [waving], ...options })
  const member = await forum.as(await makeUser(forum))
  const statuses = async (client = member, times = 3) => {
    const found: number[] = []
    for (let time = 0; time < times; time += 1) found.push((await client.post('/api/waves')).status)
    return found
  }
  return { forum, member, statuses }
}

test('a limit of an extension holds for each account, and for each address of guests', async () => {
  const { forum, member, statuses } = await open()
  expect(await statuses()).toEqual([204, 204, 429])
  const { headers } = await member.post('/api/waves')
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(await statuses(await forum.as(await makeUser(forum)))).toEqual([204, 204, 429])
  expect(await statuses(forum.guest())).toEqual([204, 204, 429])
})

test('operators change a limit by its name, and switch all off', async () => {
  const changed = await open({ rateLimits: { wavesPerAccount: { points: 1, seconds: 60 } } })
  expect(await changed.statuses()).toEqual([204, 429, 429])
  const off = await open({ rateLimits: 'off' })
  expect(await off.statuses()).toEqual([204, 204, 204])
})

test('counts stay when extensions are enabled and disabled', async () => {
  const { forum, statuses } = await open()
  expect(await statuses()).toEqual([204, 204, 429])
  await forum.setEnabled([])
  await forum.setEnabled(['waving'])
  expect(await statuses()).toEqual([429, 429, 429])
})

test('misuse names the owner and the section', () => {
  const combine = (...sections: Record<string, Limit>[]) =>
    combineRateLimits(sections.map((section, index) => ({ owner: `owner${index}`, section })))
  const limit = { points: 1, seconds: 1 }
  expect(combine().size).toBe(0)
  expectFault('owner0', 'rateLimits › a-b', 'has a name of other characters than letters, digits and _', () =>
    combine({ 'a-b': limit }),
  )
  for (const wrong of [
    { points: 0, seconds: 1 },
    { points: 1, seconds: 0.5 },
  ]) {
    expectFault('owner0', 'rateLimits › a', 'needs points and seconds above 0', () => combine({ a: wrong }))
  }
  expectFault('owner1', 'rateLimits › a', 'already declared by owner0', () =>
    combine({ a: limit }, { a: limit }),
  )
})
