import { join } from 'node:path'
import {
  type ApiClient,
  admin,
  changePost,
  createTestForum,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  readExtension,
  replyTo,
  setSettings,
  statementsOf,
  type TestForum,
  type TestForumOptions,
} from '@parley/testing'
import { type PushService, startPushService } from '@parley/testing/push-service'
import { expect, test } from 'vitest'
import '../tables.ts'
import { pushChannel } from './channel.ts'

const folder = join(import.meta.dirname, '../../..')
const [pwa, subscriptions, mentions, suspend] = await Promise.all(
  ['pwa', 'subscriptions', 'mentions', 'suspend'].map((id) => readExtension(join(folder, '..', id))),
)
const extensions = [pwa, subscriptions, mentions, suspend].flatMap((extension) => extension ?? [])

type Open = (options?: TestForumOptions) => Promise<TestForum>

interface World {
  forum: TestForum
  service: PushService
  author: ApiClient
}

async function openWorld(open: Open = createTestForum): Promise<World> {
  const service = await startPushService()
  const { network } = service
  const forum = await open({ extensions, network, baseUrl: 'https://forum.example' })
  await (await forum.as(admin)).post('/api/reset_vapid', {})
  return { forum, service, author: await forum.as(await makeUser(forum, { username: 'mira' })) }
}

type User = Awaited<ReturnType<typeof makeUser>>

/** A member with a browser of this name. */
async function reader({ forum, service }: World, name: string, values: Partial<User> = {}): Promise<User> {
  const user = await makeUser(forum, values)
  await register({ forum, service }, user, name)
  return user
}

async function register({ forum, service }: Pick<World, 'forum' | 'service'>, user: User, name: string) {
  const { status } = await (await forum.as(user)).post('/api/pwa/push', {
    subscription: service.browser(name),
  })
  expect(status).toBe(201)
}

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

async function reply({ forum, author }: World, discussionId: number, content = 'A reply'): Promise<number> {
  forum.clock.advance(60)
  const { status, body } = await replyTo(author, String(discussionId), { content })
  expect(status).toBe(201)
  return Number(body.data.id)
}

const namesOf = ({ received }: PushService) => received.map(({ endpoint }) => endpoint.split('/').at(-1))

function rows({ current: { database } }: TestForum) {
  return database.read.selectFrom('push_subscriptions').selectAll().orderBy('id').execute()
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

test('a reply is pushed as the contract says, encrypted and signed', async () => {
  const world = await openWorld()
  const { forum, service } = world
  const user = await reader(world, 'phone')
  const { id } = await makeDiscussion(forum, { title: 'Boats <b>on</b> the river & elsewhere, all of them' })
  await follow(forum, id, [user])
  await reply(world, id, `**Hello** <i>you</i> ${'word '.repeat(60)}`)
  await forum.settled()
  const [push, ...more] = service.received
  expect(more).toEqual([])
  const { title, content } = (push?.message ?? {}) as { title: string; content: string }
  expect(push?.message).toEqual({ title, content, link: `https://forum.example/d/${id}/2` })
  expect(title).toMatch(/^[^<>]{30}\.\.\.$/)
  expect(content).toMatch(/^Hello .{194}\.\.\.$/)
  const now = forum.clock.now().getTime() / 1000
  expect(push?.claims).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: 'https://forum.example' })
  expect(push?.claims.exp).toBeGreaterThan(now)
  expect(push?.claims.exp).toBeLessThan(now + 24 * 3600)
  expect(push?.key).toBe(forum.current.settings.get('askvortsov-pwa.vapid.public'))
  expect(push?.headers).toMatchObject({
    topic: expect.stringMatching(/^[\w-]{32}$/),
    ttl: expect.stringMatching(/^\d+$/),
    'content-encoding': 'aes128gcm',
  })
  expect((await rows(forum))[0]?.last_used).toBe(forum.clock.now().toISOString())
  // The next one takes the place of this one, if it waits.
  await forum.current.database.transaction((db) =>
    db
      .updateTable('discussion_user' as never)
      .set({ last_read_post_number: 2 } as never)
      .execute(),
  )
  await reply(world, id)
  await forum.settled()
  expect(service.received[1]?.headers.topic).toBe(push?.headers.topic)
})

test('a mention is pushed to those who want it, in their language, with the text of the mentioning post', async () => {
  const world = await openWorld()
  const { forum, service } = world
  await reader(world, 'quiet', { username: 'quiet' })
  const preferences = JSON.stringify({ notify_userMentioned_push: true, locale: 'de' })
  await reader(world, 'asked', { username: 'asked', preferences })
  const { id } = await makeDiscussion(forum)
  await reply(world, id, 'See here, @asked and @quiet')
  await forum.settled()
  expect(service.received.map(({ message }) => message)).toEqual([
    {
      title: expect.stringMatching(/^mira hat dich in .*\.\.\.$/),
      content: 'See here, @asked and @quiet',
      link: `https://forum.example/d/${id}/2`,
    },
  ])
})

test('types with a mail have the preference, and administrators decide on its default', async () => {
  const world = await openWorld()
  const { forum, service } = world
  const user = await reader(world, 'phone')
  const client = await forum.as(user)
  const read = async () => (await client.get(`/api/users/${user.id}`)).body.data.attributes?.preferences
  expect(await read()).toMatchObject({
    notify_newPost_push: true,
    notify_userSuspended_push: true,
    notify_userMentioned_push: false,
  })
  expect(Object.keys((await read()) as object)).not.toContain('notify_discussionRenamed_push')
  const settings = { 'askvortsov-pwa.pushNotifPreferenceDefaultToEmail': '' }
  expect((await (await forum.as(admin)).post('/api/settings', settings)).status).toBe(204)
  expect(await read()).toMatchObject({ notify_newPost_push: false, notify_newPost_email: true })
  const { id } = await makeDiscussion(forum)
  await follow(forum, id, [user])
  await reply(world, id)
  await forum.settled()
  expect(service.asked).toEqual([])
})

onBothDatabases((open) => {
  test('only those who see the post when it is sent get a push', async () => {
    const world = await openWorld(open)
    const { forum, service } = world
    const user = await reader(world, 'phone')
    const suspended = await reader(world, 'suspended')
    const moved = await reader(world, 'moved')
    const asked = await reader(world, 'off')
    const { id } = await makeDiscussion(forum)
    await follow(forum, id, [user, suspended, moved, asked])
    const shown = await reply(world, id, 'Shown')
    // All pushes fail for the time being.
    service.reply = () => ({ status: 500 })
    await forum.settled()
    expect(service.asked).toHaveLength(4)
    const { database } = forum.current
    await database.transaction(async (db) => {
      const until = { suspended_until: '2030-01-01T00:00:00.000Z' }
      await db
        .updateTable('users')
        .set(until as never)
        .where('id', '=', suspended.id)
        .execute()
      const off = JSON.stringify({ notify_newPost_push: false })
      await db.updateTable('users').set({ preferences: off }).where('id', '=', asked.id).execute()
    })
    await register(world, await makeUser(forum), 'moved')
    service.asked.length = 0
    forum.clock.advance(100)
    await forum.settled()
    expect(service.asked).toEqual([expect.stringContaining('/phone')])

    expect((await changePost(await forum.as(admin), shown, { isHidden: true })).status).toBe(200)
    service.asked.length = 0
    service.reply = () => ({ status: 201 })
    forum.clock.advance(100_000)
    await forum.settled()
    expect(service.asked).toEqual([])
  })

  test('what a service answers decides: browsers that are gone go, and only what failed is sent again', async () => {
    const world = await openWorld(open)
    const { forum, service } = world
    const statuses = [201, 401, 403, 404, 410, 400, 413, 429, 500]
    let isFirst = true
    service.reply = (name) => {
      if (name === '429' && isFirst) return { status: 429, headers: { 'retry-after': '1800' } }
      return isFirst ? { status: Number(name) } : { status: 201 }
    }
    const users: User[] = []
    for (const status of statuses) users.push(await reader(world, String(status)))
    const { id } = await makeDiscussion(forum)
    await follow(forum, id, users)
    await reply(world, id)
    await forum.settled()
    expect(service.asked).toHaveLength(statuses.length)
    expect((await rows(forum)).map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual([
      '201',
      '400',
      '413',
      '429',
      '500',
    ])
    expect(forum.logged.filter(({ message }) => message === 'A push was refused')).toHaveLength(2)
    isFirst = false
    forum.clock.advance(600)
    await forum.settled()
    expect(namesOf(service)).toEqual(['201', '500'])
    forum.clock.advance(1200)
    await forum.settled()
    expect(namesOf(service)).toEqual(['201', '500', '429'])
    forum.clock.advance(100_000)
    await forum.settled()
    expect(service.asked).toHaveLength(statuses.length + 2)
  })

  test('a reply costs the same with few and with many followers, and jobs push a few at a time', async () => {
    const world = await openWorld(open)
    const { forum, service } = world
    const [small, large] = [await makeDiscussion(forum), await makeDiscussion(forum)]
    const followers = await withoutBrowser(forum, 450)
    await follow(forum, small.id, followers.slice(0, 10))
    await follow(forum, large.id, followers)
    // Some have browsers.
    const { database, settings } = forum.current
    const key = settings.get('askvortsov-pwa.vapid.public')
    const subscribed = followers.slice(190, 440).map(({ id: user_id }) => {
      const { endpoint, keys } = service.browser(`b${user_id}`)
      return { endpoint, keys: JSON.stringify(keys), user_id, vapid_public_key: key, ...unused }
    })
    await database.transaction((db) => db.insertInto('push_subscriptions').values(subscribed).execute())
    await reply(world, (await makeDiscussion(forum)).id)
    const counts: number[] = []
    for (const { id } of [small, large]) {
      const statements = await statementsOf(forum, () => reply(world, id))
      const ofReply = statements.filter(({ sql }) => !sql.includes('access_tokens'))
      // What a job does is none of the reply.
      counts.push(ofReply.findIndex(({ sql }) => sql.includes('insert into "jobs"')))
      await forum.settled()
    }
    expect(counts[0]).toBeGreaterThan(0)
    expect(counts[1]).toBe(counts[0])
    expect(new Set(namesOf(service)).size).toBe(250)
    expect(service.received).toHaveLength(250)
    expect(service.mostAtOnce).toBeLessThanOrEqual(10)
  })
})

const unused = { expires_at: null, access_token_id: null, last_used: null }

test('the log tells of each run while that is asked for', async () => {
  const world = await openWorld()
  const { forum } = world
  const user = await reader(world, 'phone')
  const { id } = await makeDiscussion(forum)
  await follow(forum, id, [user])
  const runs = () => forum.logged.filter(({ message }) => message === 'Pushes were sent')
  await reply(world, id)
  await forum.settled()
  expect(runs()).toEqual([])
  await setSettings(forum, { 'askvortsov-pwa.debug': '1' })
  await forum.current.database.transaction((db) =>
    db
      .updateTable('discussion_user' as never)
      .set({ last_read_post_number: 2 } as never)
      .execute(),
  )
  await reply(world, id)
  await forum.settled()
  expect(runs()).toMatchObject([{ level: 'info', details: { sent: 1, gone: 0, refused: 0, later: 0 } }])
})

test('telling 10,000 members at once stores their pushes in a few jobs', async () => {
  const { forum } = await openWorld()
  const told = {
    type: 'x',
    data: null,
    fromUserId: null,
    subjectType: 'posts',
    subjectId: 1,
    postId: 1,
  } as const
  const statements: number[] = []
  for (const length of [10, 10_000]) {
    const sent = Array.from({ length }, (_, index) => ({ id: 1e6 + index, userId: 1e6 + index }))
    const run = await statementsOf(forum, () =>
      forum.current.write(forum.asSystem(), async (context) => pushChannel.send?.(told, sent, context)),
    )
    statements.push(run.filter(({ sql }) => sql.includes('insert into "jobs"')).length)
    expect(run.length).toBeLessThan(30)
    await forum.settled()
  }
  expect(statements).toEqual([1, 20])
})

test('without keys of the forum nothing is stored for pushes', async () => {
  const forum = await createTestForum({ extensions })
  const told = {
    type: 'x',
    data: null,
    fromUserId: null,
    subjectType: 'posts',
    subjectId: 1,
    postId: 1,
  } as const
  const statements = await statementsOf(forum, () =>
    forum.current.write(forum.asSystem(), async (context) =>
      pushChannel.send?.(told, [{ id: 1, userId: 1 }], context),
    ),
  )
  expect(statements.filter(({ sql }) => sql.includes('jobs'))).toEqual([])
})

test('a service that does not answer holds up no other push', async () => {
  const world = await openWorld()
  const { forum, service } = world
  let release: (reply: { status: number }) => void = () => {}
  const slow = new Promise<{ status: number }>((resolve) => {
    release = resolve
  })
  service.reply = (name) => (name === 'slow' ? slow : { status: 201 })
  const users: User[] = []
  for (const name of ['slow', 'one', 'two']) users.push(await reader(world, name))
  const { id } = await makeDiscussion(forum)
  await follow(forum, id, users)
  await reply(world, id)
  const settled = forum.settled()
  await expect.poll(() => namesOf(service).toSorted()).toEqual(['one', 'two'])
  release({ status: 201 })
  await settled
  expect(namesOf(service)).toContain('slow')
})

test('a service whose connection breaks is asked again later', async () => {
  const world = await openWorld()
  const { forum, service } = world
  service.reply = () => 'broken'
  const user = await reader(world, 'phone')
  const { id } = await makeDiscussion(forum)
  await follow(forum, id, [user])
  await reply(world, id)
  await forum.settled()
  expect(service.received).toEqual([])
  service.reply = () => ({ status: 201 })
  forum.clock.advance(120)
  await forum.settled()
  expect(namesOf(service)).toEqual(['phone'])
})

test('a service that does not answer is asked a few times in a run, and the log names it once', async () => {
  const world = await openWorld()
  const { forum, service } = world
  service.reply = () => 'broken'
  const users: User[] = []
  for (let count = 0; count < 30; count++) users.push(await reader(world, `b${count}`))
  const { id } = await makeDiscussion(forum)
  await follow(forum, id, users)
  await reply(world, id)
  await forum.settled()
  // As many as are asked at the same time.
  expect(service.asked.length).toBeLessThanOrEqual(13)
  expect(forum.logged).toMatchObject([
    {
      level: 'warn',
      message: 'A push service did not answer',
      details: { origin: 'https://fcm.googleapis.com' },
    },
  ])
  service.reply = () => ({ status: 201 })
  forum.clock.advance(120)
  await forum.settled()
  expect(service.received).toHaveLength(30)
})

test('an imported row that no browser can have sent is deleted, and holds up no other', async () => {
  const world = await openWorld()
  const { forum, service } = world
  const users = [await reader(world, 'one'), await reader(world, 'two')]
  const { database } = forum.current
  const [row] = await rows(forum)
  for (const values of [
    { keys: 'x' },
    { keys: '{"p256dh":"x","auth":"y"}' },
    { endpoint: 'https://localhost/x' },
  ])
    await database.transaction((db) =>
      db
        .insertInto('push_subscriptions')
        .values({
          ...(row as NonNullable<typeof row>),
          id: undefined,
          endpoint: service.browser(values.keys ?? '').endpoint,
          ...values,
        })
        .execute(),
    )
  const { id } = await makeDiscussion(forum)
  await follow(forum, id, users)
  await reply(world, id)
  await forum.settled()
  expect(namesOf(service).toSorted()).toEqual(['one', 'two'])
  expect(await rows(forum)).toHaveLength(2)
})

test('what was read meanwhile is not pushed', async () => {
  const world = await openWorld()
  const { forum, service } = world
  service.reply = () => ({ status: 500 })
  const user = await reader(world, 'phone')
  const { id } = await makeDiscussion(forum)
  await follow(forum, id, [user])
  await reply(world, id)
  await forum.settled()
  service.reply = () => ({ status: 201 })
  await (await forum.as(user)).post('/api/notifications/read', {})
  forum.clock.advance(120)
  await forum.settled()
  expect(service.received).toEqual([])
})
