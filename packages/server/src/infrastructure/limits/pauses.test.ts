import { eachTestForum, makeDiscussion, makeUser, replyTo } from '@parley/testing'
import { expect, test } from 'vitest'
import { hashPassword } from '../../features/users/passwords.ts'
import { pauseAfter } from './pauses.ts'

const now = new Date('2024-01-01T12:00:00.000Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()

test('a wait ends after the pause, and is never longer than it', () => {
  const { wait } = pauseAfter(10, now)
  const waits = (...offsets: number[]) =>
    offsets.map((seconds) => ({ rowAt: seconds, wait: wait(at(seconds)) }))
  expect(waits(-3600, -10, -9.5, -1, 0)).toEqual([
    { rowAt: -3600, wait: undefined },
    { rowAt: -10, wait: undefined },
    { rowAt: -9.5, wait: 1 },
    { rowAt: -1, wait: 9 },
    { rowAt: 0, wait: 10 },
  ])
  // The clocks of nodes differ by some seconds; a row an hour ahead is from before the clock was set back.
  expect(waits(1, 10, 10.001, 3600)).toEqual([
    { rowAt: 1, wait: 10 },
    { rowAt: 10, wait: 10 },
    { rowAt: 10.001, wait: undefined },
    { rowAt: 3600, wait: undefined },
  ])
  expect(wait(undefined)).toBeUndefined()
})

const password = 'too-obscure'
const password_hash = hashPassword(password)

eachTestForum((open) => {
  test.each([-3600, -24 * 3600, 24 * 3600])(
    'after a jump of the clock by %i s pauses are as long as before',
    async (jump) => {
      const forum = await open()
      const user = await makeUser(forum, { password: await password_hash })
      const other = await makeUser(forum, { is_email_confirmed: false })
      const { id } = await makeDiscussion(forum)
      const client = await forum.as(user)
      const unconfirmed = await forum.as(other)
      const actions: Record<
        string,
        [
          pause: number,
          success: number,
          run: () => Promise<{ status: number; headers: Record<string, unknown> }>,
        ]
      > = {
        reply: [10, 201, () => replyTo(client, id)],
        forgot: [300, 204, () => client.post('/api/forgot', { email: user.email })],
        confirm: [300, 204, () => unconfirmed.post(`/api/users/${other.id}/send-confirmation`)],
        change: [
          300,
          200,
          () =>
            client.patch(`/api/users/${user.id}`, {
              data: { attributes: { email: 'new@machine.local' } },
              meta: { password },
            }),
        ],
      }
      for (const [, success, run] of Object.values(actions)) expect((await run()).status).toBe(success)
      forum.clock.advance(jump)
      if (jump > 0)
        await forum.current.database.transaction((db) =>
          db
            .updateTable('access_tokens')
            .set({ last_activity_at: forum.clock.now().toISOString() })
            .execute(),
        )
      for (const [name, [pause, success, run]] of Object.entries(actions)) {
        expect({ name, status: (await run()).status }).toEqual({ name, status: success })
        const { status, headers } = await run()
        const refused = { name, status: 429, retryAfter: String(pause) }
        expect({ name, status, retryAfter: headers['retry-after'] }).toEqual(refused)
      }
    },
  )

  test('a clock that is set back by some seconds does not end a pause', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum)
    const client = await forum.as(await makeUser(forum))
    expect((await replyTo(client, id)).status).toBe(201)
    forum.clock.advance(-5)
    const { status, headers } = await replyTo(client, id)
    expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 429, retryAfter: '10' })
  })

  test('a session that was used while the clock was wrong expires in time', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const actorId = async () => (await client.get('/api')).body.data.relationships?.actor?.data.id
    forum.clock.advance(-24 * 3600)
    expect(await actorId()).toBe(String(user.id))
    await forum.settled()
    forum.clock.advance(3599)
    expect(await actorId()).toBe(String(user.id))
    await forum.settled()
    forum.clock.advance(3600)
    expect(await actorId()).toBeUndefined()
  })

  test('RATE_LIMITS=off ends the pause between two posts, too', async () => {
    const forum = await open({ rateLimits: 'off' })
    const { id } = await makeDiscussion(forum)
    const client = await forum.as(await makeUser(forum))
    for (let index = 0; index < 3; index++) expect((await replyTo(client, id)).status).toBe(201)
    const concurrent = await Promise.all([replyTo(client, id), replyTo(client, id)])
    for (const { status } of concurrent) expect(status).toBe(201)
  })
})
