import { eachTestForum, makeDiscussion, makeUser, replyTo } from '@parley/testing'
import { expect, test } from 'vitest'
import { hashPassword } from '../../features/users/passwords.ts'
import { pauseAfter } from './pauses.ts'

const now = new Date('2024-01-01T12:00:00.000Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()

test('a pause is over when it has passed, and is never longer than it is', () => {
  const { wait } = pauseAfter(10, now)
  expect([-3600, -10, -9.5, -1, 0].map((seconds) => wait(at(seconds)))).toEqual([
    undefined,
    undefined,
    1,
    9,
    10,
  ])
  // The clocks of nodes differ a little; an hour ahead is a clock that was set back.
  expect([1, 10, 10.001, 3600].map((seconds) => wait(at(seconds)))).toEqual([10, 10, undefined, undefined])
  expect(wait(undefined)).toBeUndefined()
})

const password = 'too-obscure'
const password_hash = hashPassword(password)

eachTestForum((open) => {
  test.each([-3600, -24 * 3600, 24 * 3600])(
    'after a jump of the clock by %i s pauses are what they are',
    async (jump) => {
      const forum = await open()
      const user = await makeUser(forum, { password: await password_hash })
      const other = await makeUser(forum, { is_email_confirmed: false })
      const { id } = await makeDiscussion(forum)
      const client = await forum.as(user)
      const unconfirmed = await forum.as(other)
      const attempts: Record<
        string,
        [
          pause: number,
          done: number,
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
      for (const [, done, run] of Object.values(attempts)) expect((await run()).status).toBe(done)
      forum.clock.advance(jump)
      if (jump > 0)
        await forum.current.database.transaction((db) =>
          db
            .updateTable('access_tokens')
            .set({ last_activity_at: forum.clock.now().toISOString() })
            .execute(),
        )
      for (const [name, [pause, done, run]] of Object.entries(attempts)) {
        expect([name, (await run()).status]).toEqual([name, done])
        const refused = await run()
        expect([name, refused.status, refused.headers['retry-after']]).toEqual([name, 429, String(pause)])
      }
    },
  )

  test('a clock that is set back by some seconds does not end a pause', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum)
    const client = await forum.as(await makeUser(forum))
    expect((await replyTo(client, id)).status).toBe(201)
    forum.clock.advance(-5)
    const refused = await replyTo(client, id)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
  })

  test('a session that was used under a clock that was wrong expires when it should', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const whoami = async () => (await client.get('/api')).body.data.relationships?.actor?.data.id
    forum.clock.advance(-24 * 3600)
    expect(await whoami()).toBe(String(user.id))
    await forum.settled()
    forum.clock.advance(3599)
    expect(await whoami()).toBe(String(user.id))
    await forum.settled()
    forum.clock.advance(3600)
    expect(await whoami()).toBeUndefined()
  })

  test('RATE_LIMITS=off ends the pause between two posts, too', async () => {
    const forum = await open({ rateLimits: 'off' })
    const { id } = await makeDiscussion(forum)
    const client = await forum.as(await makeUser(forum))
    for (let index = 0; index < 3; index++) expect((await replyTo(client, id)).status).toBe(201)
    const atOnce = await Promise.all([replyTo(client, id), replyTo(client, id)])
    expect(atOnce.map(({ status }) => status)).toEqual([201, 201])
  })
})
