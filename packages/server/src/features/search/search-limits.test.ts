import { eachTestForum, makeUser } from '@parley/testing'
import { expect, test } from 'vitest'
import { createApiKey } from '../access-tokens/api-keys.ts'

const limits = { points: 3, seconds: 60 }
const search = '/api/discussions?filter[q]=word'

eachTestForum((open) => {
  const scene = async () => {
    const rateLimits = { searchesPerAccount: limits, searchesPerAddress: limits }
    const forum = await open({ rateLimits })
    return {
      forum,
      member: await forum.as(await makeUser(forum)),
      other: await forum.as(await makeUser(forum)),
    }
  }

  test('members are counted by account, guests by address, each kind of thing on its own', async () => {
    const { forum, member, other } = await scene()
    for (const client of [member, forum.guest()]) {
      for (let times = 0; times < limits.points; times++) expect((await client.get(search)).status).toBe(200)
      const { status, headers, body } = await client.get(search)
      expect([status, body.errors[0]?.code]).toEqual([429, 'too_many_requests'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    expect((await other.get(search)).status).toBe(200)
    expect((await member.get('/api/users?filter[q]=word')).status).toBe(200)
  })

  test('many at the same time get no more than their share', async () => {
    const { member } = await scene()
    const answers = await Promise.all(Array.from({ length: 10 }, () => member.get(search)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.points)
  })

  test('lists, filters, administrators and API keys are not counted', async () => {
    const { forum, member } = await scene()
    const [admin, guest] = [await forum.as(1), forum.guest()]
    const { key } = await forum.current.database.transaction((db) =>
      createApiKey(db, { now: forum.clock.now() }),
    )
    for (let times = 0; times < 2 * limits.points; times++) {
      const answers = await Promise.all([
        member.get('/api/discussions?filter[q]=is:unread'),
        member.get('/api/discussions?filter[author]=admin'),
        member.get('/api/discussions'),
        member.get('/api/discussions?filter[q]='),
        admin.get(search),
        guest.get(search, { authorization: `Token ${key}` }),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
  })
})
