import { join } from 'node:path'
import {
  admin,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  readExtension,
  statementsOf,
  type TestForum,
} from '@parley/testing'
import { startPushService } from '@parley/testing/push-service'
import { expect, test } from 'vitest'
import '../../server/push/tables.ts'
import { makeWorld } from '../../server/push/sending/test-world.ts'

const extensions = await Promise.all(
  ['pwa', 'subscriptions'].map((id) => readExtension(join(import.meta.dirname, '../../..', id))),
)

function follow(
  { current: { database } }: TestForum,
  discussionId: number,
  users: readonly { id: number }[],
) {
  const rows = users.map(({ id }) => ({
    discussion_id: discussionId,
    user_id: id,
    last_read_post_number: 1,
    subscription: 'follow' as const,
  }))
  return database.transaction((db) =>
    db
      .insertInto('discussion_user' as never)
      .values(rows as never)
      .execute(),
  )
}

function withoutBrowser(forum: TestForum, count: number): Promise<{ id: number }[]> {
  const values = Array.from({ length: count }, (_, number) => ({
    username: `follower${number}`,
    email: `follower${number}@machine.local`,
    password: '',
    is_email_confirmed: true,
    joined_at: forum.clock.now().toISOString(),
  }))
  return forum.current.database.transaction((db) =>
    db.insertInto('users').values(values).returning('id').execute(),
  )
}

onBothDatabases((open) => {
  async function openWorld() {
    const service = await startPushService()
    const { network } = service
    const forum = await open({ extensions, network, baseUrl: 'https://forum.example' })
    return makeWorld(forum, service, { admin, author: await makeUser(forum) })
  }

  test('a reply in a followed discussion is pushed, and the next one takes its place if it waits', async () => {
    const { forum, service, register, reply } = await openWorld()
    const user = await makeUser(forum)
    await register(user, 'phone')
    const client = await forum.as(user)
    const own = (await client.get(`/api/users/${user.id}`)).body.data.attributes
    expect(own.preferences).toMatchObject({ notify_newPost_push: true })
    const { id } = await makeDiscussion(forum, { title: 'Boats' })
    await follow(forum, id, [user])
    await reply(id, 'Hello')
    await forum.settled()
    const title = expect.stringContaining('Boats')
    const link = `https://forum.example/d/${id}/2`
    expect(service.received.map(({ message }) => message)).toEqual([{ title, content: 'Hello', link }])
    await forum.current.database.transaction((db) =>
      db
        .updateTable('discussion_user' as never)
        .set({ last_read_post_number: 2 } as never)
        .execute(),
    )
    await reply(id)
    await forum.settled()
    const topics = service.received.map(({ headers }) => headers.topic)
    expect(topics).toEqual([topics[0], topics[0]])
  })

  test('a reply costs the same with few and with many followers, and jobs push a few at a time', async () => {
    const { forum, service, reply } = await openWorld()
    const [small, large] = [await makeDiscussion(forum), await makeDiscussion(forum)]
    const followers = await withoutBrowser(forum, 450)
    await follow(forum, small.id, followers.slice(0, 10))
    await follow(forum, large.id, followers)
    // Some have browsers.
    const { database, settings } = forum.current
    const key = settings.get('askvortsov-pwa.vapid.public')
    const subscribed = followers.slice(190, 440).map(({ id: user_id }) => {
      const { endpoint, keys } = service.browser(`b${user_id}`)
      const unused = { expires_at: null, access_token_id: null, last_used: null }
      return { endpoint, keys: JSON.stringify(keys), user_id, vapid_public_key: key, ...unused }
    })
    await database.transaction((db) => db.insertInto('push_subscriptions').values(subscribed).execute())
    await reply((await makeDiscussion(forum)).id)
    const counts: number[] = []
    for (const { id } of [small, large]) {
      const statements = await statementsOf(forum, () => reply(id))
      const ofReply = statements.filter(({ sql }) => !sql.includes('access_tokens'))
      // What a job does is none of the reply.
      counts.push(ofReply.findIndex(({ sql }) => sql.includes('insert into "jobs"')))
      await forum.settled()
    }
    expect(counts[0]).toBeGreaterThan(0)
    expect(counts[1]).toBe(counts[0])
    expect(new Set(service.received.map(({ endpoint }) => endpoint)).size).toBe(250)
    expect(service.received).toHaveLength(250)
    expect(service.mostAtOnce).toBeLessThanOrEqual(10)
  })
})
