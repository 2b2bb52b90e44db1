import { makeDiscussion } from '@parley/testing'
import { expect, test } from 'vitest'
import '../tables.ts'
import { follow, namesOf, openWorld, reader, reply, rows, type User } from '../../fixtures/push-world.ts'

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
