import { join } from 'node:path'
import {
  admin,
  changePost,
  createTestForum,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  readExtension,
  setSettings,
  statementsOf,
  type TestForum,
  type TestForumOptions,
} from '@parley/testing'
import { type PushService, startPushService } from '@parley/testing/push-service'
import { expect, test } from 'vitest'
import '../tables.ts'
import { pushChannel } from './channel.ts'
import { calling, makeWorld, type World } from './test-world.ts'

const extensions = [await readExtension(join(import.meta.dirname, '../../..')), calling]

async function openWorld(open: (options?: TestForumOptions) => Promise<TestForum> = createTestForum) {
  const service = await startPushService()
  const { network } = service
  const forum = await open({ extensions, network, baseUrl: 'https://forum.example' })
  return makeWorld(forum, service, { admin, author: await makeUser(forum, { username: 'mira' }) })
}

type User = Awaited<ReturnType<typeof makeUser>>

/** A member with a browser of this name. */
async function reader({ forum, register }: World<TestForum, PushService>, name: string): Promise<User> {
  const user = await makeUser(forum)
  await register(user, name)
  return user
}

const namesOf = ({ received }: PushService) => received.map(({ endpoint }) => endpoint.split('/').at(-1))

function rows({ current: { database } }: TestForum) {
  return database.read.selectFrom('push_subscriptions').selectAll().orderBy('id').execute()
}

test('a reply is pushed as the contract says, encrypted and signed', async () => {
  const world = await openWorld()
  const { forum, service } = world
  const user = await reader(world, 'phone')
  const { id } = await makeDiscussion(forum, { title: 'Boats <b>on</b> the river & elsewhere, all of them' })
  await world.call(id, [user], `**Hello** <i>you</i> ${'word '.repeat(60)}`)
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
  await world.call(id, [user])
  await forum.settled()
  expect(service.received[1]?.headers.topic).toBe(push?.headers.topic)
})

test('types with a mail have the preference, and administrators decide on its default', async () => {
  const world = await openWorld()
  const { forum, service } = world
  const user = await reader(world, 'phone')
  const client = await forum.as(user)
  const read = async () => (await client.get(`/api/users/${user.id}`)).body.data.attributes?.preferences
  expect(await read()).toMatchObject({
    notify_called_push: true,
    notify_whispered_push: false,
  })
  expect(Object.keys((await read()) as object)).not.toContain('notify_discussionRenamed_push')
  const settings = { 'askvortsov-pwa.pushNotifPreferenceDefaultToEmail': '' }
  expect((await (await forum.as(admin)).post('/api/settings', settings)).status).toBe(204)
  expect(await read()).toMatchObject({ notify_called_push: false, notify_called_email: true })
  const { id } = await makeDiscussion(forum)
  await world.call(id, [user])
  await forum.settled()
  expect(service.asked).toEqual([])
})

onBothDatabases((open) => {
  test('only those who see the post when it is sent get a push', async () => {
    const world = await openWorld(open)
    const { forum, service } = world
    const user = await reader(world, 'phone')
    const moved = await reader(world, 'moved')
    const asked = await reader(world, 'off')
    const { id } = await makeDiscussion(forum)
    const shown = await world.call(id, [user, moved, asked], 'Shown')
    // All pushes fail for the time being.
    service.reply = () => ({ status: 500 })
    await forum.settled()
    expect(service.asked).toHaveLength(3)
    const { database } = forum.current
    const off = JSON.stringify({ notify_called_push: false })
    await database.transaction((db) =>
      db.updateTable('users').set({ preferences: off }).where('id', '=', asked.id).execute(),
    )
    await world.register(await makeUser(forum), 'moved')
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
    await world.call(id, users)
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
})

test('the log tells of each run while that is asked for', async () => {
  const world = await openWorld()
  const { forum } = world
  const user = await reader(world, 'phone')
  const { id } = await makeDiscussion(forum)
  const runs = () => forum.logged.filter(({ message }) => message === 'Pushes were sent')
  await world.call(id, [user])
  await forum.settled()
  expect(runs()).toEqual([])
  await setSettings(forum, { 'askvortsov-pwa.debug': '1' })
  await world.call(id, [user])
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
  await world.call(id, users)
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
  await world.call(id, [user])
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
  await world.call(id, users)
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
  await world.call(id, users)
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
  await world.call(id, [user])
  await forum.settled()
  service.reply = () => ({ status: 201 })
  await (await forum.as(user)).post('/api/notifications/read', {})
  forum.clock.advance(120)
  await forum.settled()
  expect(service.received).toEqual([])
})
