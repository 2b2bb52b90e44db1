import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate, rollback } from '@parley/server/migrate'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ApiClient } from '../api-client.ts'
import { makeDiscussion, makePost } from '../discussions.ts'
import { eachTestForum, type TestForum } from '../test-forum.ts'
import { expectCompleteLocale } from './contract-locale.ts'
import { expectScopeRespected } from './contract-scope.ts'
import { Description } from './described.ts'
import { ExtensionSet, readExtension } from './extension-folder.ts'

/**
 * Declares the tests that every extension has to pass: it boots alone and with the extensions in the folders beside
 * it, migrates up and down, has all its texts, provides the services of its contract, reveals nothing that the actor may
 * not see, and can be disabled.
 * @example describeExtension(import.meta.dirname)
 */
export function describeExtension(folder: string): void {
  const id = basename(folder)
  describe(id, () => {
    test('has every text it uses, in English, in its own namespace', () => expectCompleteLocale(folder))

    if (existsSync(join(folder, 'contract/server.ts')))
      test('provides the services of its contract', () => expectServices(folder))

    eachTestForum((open) => {
      test('boots alone and gives valid responses', async () => {
        const extensions = (await ExtensionSet.around(folder)).withRequirements(id)
        const forum = await open({ extensions })
        expect([...forum.enabled].sort()).toEqual(extensions.map((extension) => extension.id).sort())
        await expectValidResponses(forum)
      })

      test('boots with all others, reveals nothing that the actor may not see, and can be disabled', async () => {
        const extensionSet = await ExtensionSet.around(folder)
        const forum = await open({ extensions: extensionSet.all })
        expect(forum.enabled).toHaveLength(extensionSet.all.length)
        await expectValidResponses(forum)
        await expectScopeRespected(forum, id)
        await expectDisablingReversible(forum, id, extensionSet)
      })

      test('migrates down and up again', async () => {
        const forum = await open({ extensions: (await ExtensionSet.around(folder)).withRequirements(id) })
        await makeDiscussion(forum, { user_id: 1 })
        const { database, points } = forum.current
        const own = points.migrations.filter(({ owner }) => isOwnedBy(owner, id))
        const up = await schemaOf(forum)
        const count = own.reduce((sum, { migrations }) => sum + Object.keys(migrations).length, 0)
        expect(await rollback(database, own)).toHaveLength(count)
        const down = await schemaOf(forum)
        expect(down.filter((line) => !up.includes(line))).toEqual([])
        expect(down.length < up.length).toBe(count > 0)
        expect(await migrate(database, own)).toHaveLength(count)
        expect(await schemaOf(forum)).toEqual(up)
        await expectValidResponses(forum)
      })
    })
  })
}

/** Expects that an extension provides the services of its contract, whatever else is enabled. */
async function expectServices(folder: string): Promise<void> {
  const exported: object = await import(pathToFileURL(join(folder, 'contract/server.ts')).href)
  const services = Object.values(exported).filter((value) => typeof value?.provide === 'function')
  const { declaration } = await readExtension(folder)
  const provided = (declaration.services ?? []).map(({ name }) => name)
  expect(services.map(({ name }) => name).filter((name) => !provided.includes(name))).toEqual([])
}

/** Whether the owner of a declaration is the extension, or a part of it that depends on another extension. */
function isOwnedBy(owner: string, id: string): boolean {
  return owner === id || owner.startsWith(`${id}+`)
}

/**
 * Requests every list and the forum resource as a guest and as administrator. Expects responses that match the OpenAPI
 * description, and no errors in the log.
 */
async function expectValidResponses(forum: TestForum): Promise<void> {
  expect(forum.faults).toEqual([])
  const description = await Description.of(forum.guest())
  const clients: ApiClient[] = [forum.guest(), await forum.as(1)]
  const lists = [...forum.current.points.resources.values()].filter(
    ({ table, endpoints }) => table && endpoints.index,
  )
  for (const client of clients) {
    for (const path of ['/api', ...lists.map((list) => `/api/${list.path}`)]) {
      const answer = await client.get(path)
      const { status } = answer
      expect(description.answerFaults(`GET ${path}`, answer)).toEqual([])
      expect({ path, status }).toEqual({
        path,
        status: expect.toSatisfy((code: number) => [200, 401, 403].includes(code)),
      })
    }
  }
  expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
}

async function expectDisablingReversible(
  forum: TestForum,
  id: string,
  extensionSet: ExtensionSet,
): Promise<void> {
  const own = [...forum.current.points.eventPosts].filter(([, { owner }]) => isOwnedBy(owner, id))
  const discussion = await makeDiscussion(forum, { user_id: 1 })
  for (const [type] of own) {
    await makePost(forum, discussion.id, { type, content: '{}', user_id: 1 })
  }
  const admin = await forum.as(1)
  const shown = async () => {
    const posts = await admin.get(`/api/posts?filter[discussion]=${discussion.id}`)
    const show = await admin.get(`/api/discussions/${discussion.id}`)
    expect({ posts: posts.status, discussion: show.status }).toEqual({ posts: 200, discussion: 200 })
    expect(show.body.data.relationships?.posts?.data).toHaveLength(posts.body.data.length)
    return posts.body.data.map(({ attributes }) => attributes.contentType)
  }
  expect(await shown()).toEqual(['comment', ...own.map(([type]) => type)])
  await forum.setEnabled(extensionSet.without(id).map((other) => other.id))
  expect(forum.enabled).not.toContain(id)
  expect(await shown()).toEqual(['comment'])
  await expectValidResponses(forum)
  await forum.setEnabled(extensionSet.all.map((other) => other.id))
  expect(await shown()).toEqual(['comment', ...own.map(([type]) => type)])
  await expectValidResponses(forum)
}

/** The tables, columns and indexes of the database, one line each. */
async function schemaOf({ current: { database } }: TestForum): Promise<string[]> {
  const tables = await database.read.introspection.getTables()
  const columns = tables.flatMap(({ name, columns: all }) =>
    all.map(
      (column) => `${name}.${column.name} ${column.dataType} ${column.isNullable} ${column.hasDefaultValue}`,
    ),
  )
  const indexes =
    database.dialect.name === 'sqlite'
      ? await sql<{ text: string }>`select name || ' ' || coalesce(sql, '') as text from sqlite_master
          where type = 'index'`.execute(database.read)
      : await sql<{ text: string }>`select indexdef as text from pg_indexes
          where schemaname = 'public'`.execute(database.read)
  return [...columns, ...indexes.rows.map(({ text }) => text)].sort()
}
