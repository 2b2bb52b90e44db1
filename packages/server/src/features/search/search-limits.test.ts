import { makeUser, onBothDatabases } from '@parley/testing'
import { expect, test } from 'vitest'
import { createApiKey } from '../access-tokens/api-keys.ts'

const limits = { points: 3, seconds: 60 }
const search = '/api/discussions?filter[q]=word'

onBothDatabases((open) => {
  const openLimited = async () => {
    const rateLimits = { searchesPerAccount: limits, searchesPerAddress: limits }
    const forum = await open({ rateLimits })
    return {
      forum,
      member: await forum.as(await makeUser(forum)),
      other: await forum.as(await makeUser(forum)),
    }
  }

  test('the limit is per account for members, per address for guests, and separate for each resource type', async () => {
    const { forum, member, other } = await openLimited()
    for (const client of [member, forum.guest()]) {
      for (let count = 0; count < limits.points; count++) expect((await client.get(search)).status).toBe(200)
      const { status, headers, body } = await client.get(search)
      expect({ status, code: body.errors[0]?.code }).toEqual({ status: 429, code: 'too_many_requests' })
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    expect((await other.get(search)).status).toBe(200)
    expect((await member.get('/api/users?filter[q]=word')).status).toBe(200)
  })

  test('concurrent searches do not exceed the limit', async () => {
    const { member } = await openLimited()
    const answers = await Promise.all(Array.from({ length: 10 }, () => member.get(search)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.points)
  })

  test('lists, filters, administrators and API keys are not limited', async () => {
    const { forum, member } = await openLimited()
    const [admin, guest] = [await forum.as(1), forum.guest()]
    const { key } = await forum.current.write(forum.asSystem(), (context) => createApiKey(context, {}))
    for (let count = 0; count < 2 * limits.points; count++) {
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
