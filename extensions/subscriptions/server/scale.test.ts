import { join } from 'node:path'
import {
  createTestForum,
  examinedByScans,
  examinedRows,
  idsOf,
  makeUser,
  onBothDatabases,
  planNodes,
  readExtension,
  selectsOf,
  type TestForum,
} from '@parley/testing'
import { insertDiscussions } from '@parley/testing/shelves'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import './table.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))
const count = 6000

onBothDatabases((open, name) => {
  /** Stores the state of the first `last` discussions for a member, by one statement. */
  async function chooseOldest(forum: TestForum, state: string, last: number) {
    const { id } = await makeUser(forum)
    await forum.current.database.transaction((db) =>
      sql`insert into discussion_user (user_id, discussion_id, subscription)
        select cast(${id} as integer), discussions.id, ${state} from discussions
        where discussions.id <= ${sql.lit(last)}`.execute(db),
    )
    return { id }
  }

  /** The rows of discussions and states that a list reads. */
  async function examinedBy(forum: TestForum, user: { id: number }, query: string): Promise<number> {
    const path = `/api/discussions${query}`
    expect(idsOf(await (await forum.as(user)).get(path))).toHaveLength(20)
    const tables = ['discussions', 'discussion_user']
    let examined = 0
    for (const statement of await selectsOf(forum, path, user)) {
      if (name === 'sqlite')
        examined += (await examinedRows(forum.current.database, tables, statement)).examined
      else {
        const nodes = await planNodes(forum.current.database, statement)
        examined += examinedByScans(nodes.filter((node) => tables.includes(node['Relation Name'] ?? '')))
      }
    }
    return examined
  }

  test('lists of who follows or ignores much or little read few rows of a large forum', async () => {
    const forum = await open({ extensions: [extension] })
    await forum.current.database.transaction((db) => insertDiscussions(db, name === 'sqlite', count))
    const ignoring = await chooseOldest(forum, 'ignore', 5000)
    const following = await chooseOldest(forum, 'follow', 20)
    const many = await chooseOldest(forum, 'follow', 1500)
    if (name === 'postgres') await forum.current.database.transaction((db) => sql`analyze`.execute(db))
    const plain = await examinedBy(forum, await makeUser(forum), '')
    expect(plain).toBeLessThan(200)
    expect(await examinedBy(forum, ignoring, '')).toBeLessThan(plain + 100)
    expect(await examinedBy(forum, following, '?filter[subscription]=following')).toBeLessThan(plain + 300)
    // As many as the member follows, not as many as the forum has.
    expect(await examinedBy(forum, many, '?filter[subscription]=following')).toBeLessThan(8000)
  }, 120_000)
})

test('migrations are reverted when the extension is purged', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const { migrations } = extension.declaration
  const columns = async () => {
    const { rows } = await sql<{
      name: string
    }>`select name from pragma_table_info('discussion_user')`.execute(forum.current.database.read)
    return rows.map(({ name }) => name)
  }
  expect(await columns()).toContain('subscription')
  const { database } = forum.current
  await database.transaction(async (db) => {
    for (const migration of Object.values(migrations ?? {}))
      await migration.down({ db, dialect: database.dialect })
  })
  expect(await columns()).not.toContain('subscription')
})
