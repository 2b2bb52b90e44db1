import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  changePost,
  grant,
  idsOf,
  makeDiscussion,
  makePost,
  makeUser,
  onBothDatabases,
  startDiscussion,
} from '@parley/testing'
import { areasExtension, makeArea, maximumAreas, putIntoAreas, restrictArea } from '@parley/testing/areas'
import { createPostgresDatabase } from '@parley/testing/databases'
import { expectFault } from '@parley/testing/expect-fault'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createForum, type RunningForum } from '../../assembly/forum.ts'
import { installForum } from '../../features/set-up/install.ts'
import type { OpenOptions } from '../../infrastructure/db/open.ts'
import { combineMemoryTables } from '../access/memory-tables.ts'
import { defineExtension, type InstalledExtension } from '../extension.ts'
import { everyone, members, moderators } from './actor.ts'

describe('declarations', () => {
  test('there are none by default', () => {
    expect(combineMemoryTables([{ owner: 'gong', section: undefined }]).size).toBe(0)
  })

  test.each([
    [{ table: 'users', shape: String }, 'may have from 1 to 10000 rows, not undefined'],
    [{ table: 'users', shape: String, maximum: 10_001 }, 'may have from 1 to 10000 rows, not 10001'],
    [{ table: 'users', maximum: 5 }, 'has no shape'],
    [{ table: 'users', maximum: 5, shape: String, columns: [] }, 'has no columns'],
  ] as const)('%j is a fault', (table, fault) => {
    expectFault('gong', 'memoryTables › bells', fault, () =>
      combineMemoryTables([{ owner: 'gong', section: { bells: table } as never }]),
    )
  })
})

onBothDatabases((open) => {
  test('a change is in force for the next request', async () => {
    const forum = await open({ extensions: [areasExtension] })
    const id = await makeArea(forum, false)
    const [inside, outside] = [await makeDiscussion(forum), await makeDiscussion(forum)]
    await putIntoAreas(forum, inside.id, [id])
    const guest = forum.guest()
    const listed = async () => idsOf(await guest.get('/api/discussions?sort=createdAt'))
    const both = [inside.id, outside.id]
    expect(await listed()).toEqual(both)
    await restrictArea(forum, id, true)
    expect(await listed()).toEqual([outside.id])
    expect((await guest.get(`/api/discussions/${inside.id}`)).status).toBe(404)
    await grant(forum, `area${id}.viewForum`, [everyone])
    expect(await listed()).toEqual(both)
    await grant(forum, `area${id}.viewForum`, [])
    await restrictArea(forum, id, false)
    expect(await listed()).toEqual(both)
  })

  test('a moderator of one area hides posts there, sees them then, and hides none elsewhere', async () => {
    const forum = await open({ extensions: [areasExtension] })
    const areas = [await makeArea(forum, true), await makeArea(forum, true)]
    const replies: number[] = []
    for (const area of areas) {
      await grant(forum, `area${area}.viewForum`, [everyone])
      const { id } = await makeDiscussion(forum)
      await putIntoAreas(forum, id, [area])
      replies.push((await makePost(forum, id)).id)
    }
    await grant(forum, `area${areas[0]}.discussion.hidePosts`, [moderators])
    const client = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    const statuses = replies.map(async (id) => (await changePost(client, id, { isHidden: true })).status)
    expect(await Promise.all(statuses)).toEqual([200, 403])
    for (const id of replies) expect((await client.get(`/api/posts/${id}`)).status).toBe(200)
    expect((await forum.guest().get(`/api/posts/${replies[0]}`)).status).toBe(404)
  })

  test('an ability of the whole forum follows from the areas', async () => {
    const forum = await open({ extensions: [areasExtension] })
    await grant(forum, 'viewForum', [members])
    await grant(forum, 'startDiscussion', [])
    const id = await makeArea(forum, true)
    const client = await forum.as(await makeUser(forum))
    const facts = async (visitor: typeof client) => {
      const { attributes } = (await visitor.get('/api')).body.data
      return { view: attributes.canViewForum, start: attributes.canStartDiscussion }
    }
    const expectFacts = async (guest: object, member: object) =>
      expect([await facts(forum.guest()), await facts(client)]).toEqual([guest, member])
    const start = () => startDiscussion(client, { title: 'A title', content: 'x' })
    await expectFacts({ view: false, start: false }, { view: true, start: false })
    expect((await start()).status).toBe(403)
    await grant(forum, `area${id}.viewForum`, [everyone])
    await grant(forum, `area${id}.startDiscussion`, [members])
    await expectFacts({ view: true, start: false }, { view: true, start: true })
    expect((await start()).status).toBe(201)
    await restrictArea(forum, id, false)
    await expectFacts({ view: false, start: false }, { view: true, start: false })
  })

  test('more rows than the table may have are refused, also at the same time, and change nothing', async () => {
    const forum = await open({ extensions: [areasExtension] })
    const made = await Promise.allSettled(
      Array.from({ length: maximumAreas + 2 }, () => makeArea(forum, false)),
    )
    const refused = made.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toMatchObject([{ status: 409 }, { status: 409 }])
    const stored = await forum.current.database.read.selectFrom('areas').select('id').execute()
    expect(stored).toHaveLength(maximumAreas)
    expect(forum.current.tables.get('areas')).toHaveLength(maximumAreas)
  })

  test('rows have all columns, or those that the table names: a change of another one changes nothing', async () => {
    const extensionWith = (memoryTables: object): InstalledExtension => ({
      id: 'names',
      title: 'Names',
      version: '1.0.0',
      declaration: defineExtension({ memoryTables: memoryTables as never }),
    })
    const names = { table: 'groups', maximum: 10, shape: (rows: readonly object[]) => rows }
    const forum = await open({
      extensions: [extensionWith({ all: names, some: { ...names, columns: ['id', 'name_singular'] } })],
    })
    const { tables } = forum.current
    const firstOf = (name: string) => (tables.get(name as never) as readonly object[])[0]
    expect(firstOf('all')).toMatchObject({ id: 1, name_singular: 'Admin', icon: 'fas fa-wrench' })
    expect(firstOf('some')).toEqual({ id: 1, name_singular: 'Admin' })
    const [all, some] = tables.digests
    await forum.current.database.transaction((db) => db.updateTable('groups').set({ icon: null }).execute())
    await forum.current.reload()
    expect(tables.digests[0]).not.toBe(all)
    expect(tables.digests[1]).toBe(some)
  })

  test('a table that the database lacks is a fault of its extension', async () => {
    const memoryTables = { areas: { table: 'areas', maximum: 5, shape: String } } as never
    const lost: InstalledExtension = {
      id: 'lost',
      title: 'Lost',
      version: '1.0.0',
      isThirdParty: true,
      declaration: defineExtension({ memoryTables }),
    }
    const forum = await open({ extensions: [lost] })
    expect(forum.faults).toMatchObject([
      { id: 'lost', reason: expect.stringContaining('memoryTables › areas') },
    ])
  })
})

const databases = {
  sqlite: (folder: string): OpenOptions => ({ file: join(folder, 'forum.sqlite') }),
  postgres: async (): Promise<OpenOptions> => ({ url: await createPostgresDatabase() }),
}

test.each(['sqlite', 'postgres'] as const)('two processes on %s see each other’s changes', async (name) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-tables-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const database = await databases[name](dataDir)
  const start = async (): Promise<RunningForum> => {
    const extensions = [areasExtension]
    const forum = await createForum({ database, dataDir, baseUrl: 'http://localhost', port: 0, extensions })
    onTestFinished(() => forum.close())
    await forum.listen()
    return forum
  }
  const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 })
  const here = await start()
  await installForum(here.asSystem(), {
    title: 'Shared',
    adminUsername: 'admin',
    adminEmail: 'admin@machine.local',
    adminPassword: 'password',
  })
  await here.rebuild()
  const there = await start()
  const id = await makeArea(here, false)
  const { id: discussion } = await makeDiscussion(here)
  await putIntoAreas(here, discussion, [id])
  const statusThere = async () => (await there.inject({ url: `/api/discussions/${discussion}` })).statusCode
  await eventually(() => expect(there.current.tables.get('areas')).toEqual([{ id, is_restricted: false }]))
  expect(await statusThere()).toBe(200)
  await restrictArea(here, id, true)
  await eventually(async () => expect(await statusThere()).toBe(404))
  await restrictArea(there, id, false)
  await eventually(() => expect(here.current.tables.get('areas')).toEqual([{ id, is_restricted: false }]))
})
