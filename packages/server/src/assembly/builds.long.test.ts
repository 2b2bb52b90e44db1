import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase } from '@parley/testing/databases'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { setPermissions } from '../features/permissions/grants.ts'
import { installForum } from '../features/set-up/install.ts'
import { writeSettings } from '../features/settings/store.ts'
import type { OpenOptions } from '../infrastructure/db/open.ts'
import { everyone } from '../points/context/actor.ts'
import type { InstalledExtension } from '../points/extension.ts'
import { createForum, type RunningForum } from './forum.ts'

const extensions: InstalledExtension[] = ['one', 'two'].map((id) => ({
  id,
  title: id,
  version: '1.0.0',
  declaration: {
    routes: [{ method: 'GET', path: `/api/${id}`, run: () => ({ status: 200, json: { id } }) }],
  },
}))

const databases = {
  sqlite: (folder: string): OpenOptions => ({ file: join(folder, 'forum.sqlite') }),
  postgres: async (): Promise<OpenOptions> => ({ url: await createPostgresDatabase() }),
}

/** Opens two listening forums with one database, which stand for two processes. */
async function openTwo(name: keyof typeof databases): Promise<[RunningForum, RunningForum]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-builds-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const database = await databases[name](dataDir)
  const open = async () => {
    const forum = await createForum({ database, dataDir, baseUrl: 'http://localhost', port: 0, extensions })
    onTestFinished(() => forum.close())
    await forum.listen()
    return forum
  }
  return [await open(), await open()]
}

const installation = {
  title: 'Shared',
  adminUsername: 'admin',
  adminEmail: 'admin@machine.local',
  adminPassword: 'password',
}

const statusOf = async (forum: RunningForum, url: string) => (await forum.inject({ url })).statusCode
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 5000, interval: 50 })

describe.each(['sqlite', 'postgres'] as const)('two processes on %s', (name) => {
  test('adopt the changes of each other’s administrators', async () => {
    const [here, there] = await openTwo(name)
    await installForum(here.asSystem(), installation)
    await here.rebuild()
    expect(await statusOf(here, '/api')).toBe(200)
    await eventually(async () => expect(await statusOf(there, '/api')).toBe(200))

    const context = here.asSystem()
    await here.current.write(context, (writing) => writeSettings(writing, { forum_title: 'Renamed' }))
    expect(here.current.settings.get('forum_title')).toBe('Renamed')
    await here.current.write(context, (writing) =>
      setPermissions(writing, [{ permission: 'searchUsers', groupIds: [everyone] }]),
    )
    await eventually(() => {
      expect(there.current.settings.get('forum_title')).toBe('Renamed')
      expect(there.current.grants.holds(new Set([everyone]), 'searchUsers')).toBe(true)
    })

    await here.current.extensions.disable('one', here.asSystem())
    await eventually(() => expect(there.enabled).toEqual(['two']))
    expect(await statusOf(there, '/api/one')).toBe(404)
  })

  test('that toggle extensions one after the other keep each other’s changes', async () => {
    const [here, there] = await openTwo(name)
    await installForum(here.asSystem(), installation)
    await here.rebuild()
    await here.current.extensions.disable('one', here.asSystem())
    await there.current.extensions.disable('two', there.asSystem())
    expect(there.enabled).toEqual([])
    await here.current.extensions.enable('one', here.asSystem())
    expect(here.enabled).toEqual(['one'])
    await eventually(() => expect(there.enabled).toEqual(['one']))
  })

  test('poll for changes with one query a second and none per request', async () => {
    const [here] = await openTwo(name)
    await installForum(here.asSystem(), installation)
    await here.rebuild()
    await here.settled()
    const before = here.current.database.queries
    for (let count = 0; count < 20; count++) await statusOf(here, '/health')
    expect(here.current.database.queries - before).toBeLessThanOrEqual(2)
  })
})
