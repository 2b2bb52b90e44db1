import { basename } from 'node:path'
import { migrate, rollback } from '@parley/server/migrate'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ApiClient } from '../api-client.ts'
import { makeDiscussion, makePost } from '../discussions.ts'
import { eachTestForum, type TestForum } from '../test-forum.ts'
import { expectCompleteLocale } from './contract-locale.ts'
import { expectScopeRespected } from './contract-scope.ts'
import { Description } from './described.ts'
import { Neighbourhood } from './extension-folder.ts'

/**
 * Declares the tests that every extension has to pass, whatever it does: it boots alone and with those in the folders
 * beside it, migrates up and down, has all its texts, shows nobody what they may not see, and can be disabled.
 * @example describeExtension(import.meta.dirname)
 */
export function describeExtension(folder: string): void {
  const id = basename(folder)
  describe(id, () => {
    test('has every text it uses, in English, under its own name', () => expectCompleteLocale(folder))

    eachTestForum((open) => {
      test('boots alone and answers', async () => {
        const extensions = (await Neighbourhood.around(folder)).needed(id)
        const forum = await open({ extensions })
        expect([...forum.enabled].sort()).toEqual(extensions.map((extension) => extension.id).sort())
        await expectAnswers(forum)
      })

      test('boots with all others, shows nobody what they may not see, and can be disabled', async () => {
        const neighbours = await Neighbourhood.around(folder)
        const forum = await open({ extensions: neighbours.all })
        expect(forum.enabled).toHaveLength(neighbours.all.length)
        await expectAnswers(forum)
        await expectScopeRespected(forum, id)
        await expectDisablingHarmless(forum, id, neighbours)
      })

      test('migrates down and up again', async () => {
        const forum = await open({ extensions: (await Neighbourhood.around(folder)).needed(id) })
        await makeDiscussion(forum, { user_id: 1 })
        const { database, points } = forum.current
        const own = points.migrations.filter(({ owner }) => isOf(owner, id))
        const up = await schemaOf(forum)
        const count = own.reduce((sum, { migrations }) => sum + Object.keys(migrations).length, 0)
        expect(await rollback(database, own)).toHaveLength(count)
        const down = await schemaOf(forum)
        expect(down.filter((line) => !up.includes(line))).toEqual([])
        expect(down.length < up.length).toBe(count > 0)
        expect(await migrate(database, own)).toHaveLength(count)
        expect(await schemaOf(forum)).toEqual(up)
        await expectAnswers(forum)
      })
    })
  })
}

/** Whether something was declared by the extension, or by a part of it that depends on another one. */
export function isOf(owner: string, id: string): boolean {
  return owner === id || owner.startsWith(`${id}+`)
}

/**
 * Every list, and the forum itself, for guests and administrators: whatever is answered, it is no fault of ours, and
 * attributes are what their fields say in `json`.
 */
async function expectAnswers(forum: TestForum): Promise<void> {
  expect(forum.faults).toEqual([])
  const description = await Description.of(forum.guest())
  const clients: ApiClient[] = [forum.guest(), await forum.as(1)]
  const lists = [...forum.current.points.resources.values()].filter(
    ({ table, endpoints }) => table && endpoints.index,
  )
  for (const client of clients) {
    for (const path of ['/api', ...lists.map(({ type }) => `/api/${type}`)]) {
      const answer = await client.get(path)
      const { status } = answer
      expect(description.answerFaults(`GET ${path}`, answer)).toEqual([])
      expect([path, status]).toEqual([
        path,
        expect.toSatisfy((code: number) => [200, 401, 403].includes(code)),
      ])
    }
  }
  expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
}

async function expectDisablingHarmless(
  forum: TestForum,
  id: string,
  neighbours: Neighbourhood,
): Promise<void> {
  const own = [...forum.current.points.eventPosts].filter(([, { owner }]) => isOf(owner, id))
  const discussion = await makeDiscussion(forum, { user_id: 1 })
  for (const [type] of own) {
    await makePost(forum, discussion.id, { type, content: '{}', user_id: 1 })
  }
  const admin = await forum.as(1)
  const shown = async () => {
    const posts = await admin.get(`/api/posts?filter[discussion]=${discussion.id}`)
    const show = await admin.get(`/api/discussions/${discussion.id}`)
    expect([posts.status, show.status]).toEqual([200, 200])
    expect(show.body.data.relationships?.posts?.data).toHaveLength(posts.body.data.length)
    return posts.body.data.map(({ attributes }) => attributes.contentType)
  }
  expect(await shown()).toEqual(['comment', ...own.map(([type]) => type)])
  await forum.setEnabled(neighbours.without(id).map((other) => other.id))
  expect(forum.enabled).not.toContain(id)
  expect(await shown()).toEqual(['comment'])
  await expectAnswers(forum)
  await forum.setEnabled(neighbours.all.map((other) => other.id))
  expect(await shown()).toEqual(['comment', ...own.map(([type]) => type)])
  await expectAnswers(forum)
}

/** The database's own description of tables, columns and indexes, one line each. */
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
