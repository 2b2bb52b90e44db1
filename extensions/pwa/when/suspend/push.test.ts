import { join } from 'node:path'
import {
  admin,
  createTestForum,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  readExtension,
} from '@parley/testing'
import { startPushService } from '@parley/testing/push-service'
import { expect, test } from 'vitest'
import '../../server/push/tables.ts'
import { calling, makeWorld } from '../../server/push/sending/test-world.ts'

const folder = join(import.meta.dirname, '../../..')
const extensions = [
  await readExtension(join(folder, 'pwa')),
  await readExtension(join(folder, 'suspend')),
  calling,
]

onBothDatabases((open) => {
  async function openWorld() {
    const service = await startPushService()
    const { network } = service
    const forum = await open({ extensions, network, baseUrl: 'https://forum.example' })
    const world = await makeWorld(forum, service, { admin, author: await makeUser(forum) })
    const [suspended, other] = [await makeUser(forum), await makeUser(forum)]
    await world.register(suspended, 'suspended')
    await world.register(other, 'other')
    return { ...world, suspended, other }
  }

  test('a suspended member gets no push that waits', async () => {
    const { forum, service, call, suspended, other } = await openWorld()
    const { id } = await makeDiscussion(forum)
    await call(id, [suspended, other])
    // All pushes fail for the time being.
    service.reply = () => ({ status: 500 })
    await forum.settled()
    expect(service.asked).toHaveLength(2)
    // As an import stores it: the browsers stay.
    await forum.current.database.transaction((db) =>
      db
        .updateTable('users')
        .set({ suspended_until: '2030-01-01T00:00:00.000Z' } as never)
        .where('id', '=', suspended.id)
        .execute(),
    )
    service.asked.length = 0
    forum.clock.advance(100)
    await forum.settled()
    expect(service.asked).toEqual([expect.stringContaining('/other')])
  })

  test('browsers are no longer told after a suspension', async () => {
    const { forum, suspended } = await openWorld()
    const moderator = await forum.as(admin)
    const until = (suspendedUntil: string | null) =>
      moderator.patch(`/api/users/${suspended.id}`, {
        data: { type: 'users', id: String(suspended.id), attributes: { suspendedUntil } },
      })
    const browsers = async () => {
      const { read } = forum.current.database
      const rows = await read.selectFrom('push_subscriptions').select('endpoint').orderBy('id').execute()
      return rows.map(({ endpoint }) => endpoint.split('/').at(-1))
    }
    expect((await until('2023-01-01')).status).toBe(200)
    expect(await browsers()).toEqual(['suspended', 'other'])
    expect((await until('2030-01-01')).status).toBe(200)
    expect(await browsers()).toEqual(['other'])
  })
})

test('a push of a suspension is wanted by default', async () => {
  const forum = await createTestForum({ extensions })
  const user = await makeUser(forum)
  const { attributes } = (await (await forum.as(user)).get(`/api/users/${user.id}`)).body.data
  expect(attributes.preferences).toMatchObject({ notify_userSuspended_push: true })
})
