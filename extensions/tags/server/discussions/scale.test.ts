import { join } from 'node:path'
import { members } from '@parley/server/actor'
import {
  examinedByScans,
  examinedRows,
  grant,
  idsOf,
  makeUser,
  onBothDatabases,
  planNodes,
  readExtension,
  selectsOf,
  type TestForum,
} from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { storeTags } from '../stored-tags.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

const discussionCount = 4000

/** Stores discussions, the newest last: all in tag 1, the oldest 20 also in tag 2, the oldest 300 in tag 3 instead. */
async function fill({ current: { database } }: TestForum): Promise<void> {
  const is_counted = true
  await database.transaction(async (db) => {
    for (let start = 1; start <= discussionCount; start += 200) {
      const rows = Array.from({ length: 200 }, (_, index) => {
        const id = start + index
        const at = new Date(Date.UTC(2001, 0, 1) + id * 60_000).toISOString()
        return {
          id,
          title: 'A discussion',
          slug: '',
          comment_count: 1 + (id % 7),
          created_at: at,
          last_posted_at: at,
        }
      })
      await db.insertInto('discussions').values(rows).execute()
      const links = rows.flatMap(({ id, created_at, last_posted_at, comment_count }) =>
        (id > 300 ? [1] : id > 20 ? [3] : [2, 3]).map((tag_id) => ({
          ...{ discussion_id: id, tag_id, created_at, started_at: created_at, last_posted_at, comment_count },
          is_counted,
        })),
      )
      await db.insertInto('discussion_tag').values(links).execute()
    }
    if (database.dialect.name === 'postgres') await sql`analyze`.execute(db)
  })
}

onBothDatabases((open, name) => {
  test('the first page of a rare tag, and of a reader who sees only old discussions, examine few rows', async () => {
    const forum = await open({ extensions: [extension] })
    await storeTags(forum, [
      { id: 2 },
      { id: 3, position: 1, is_restricted: true },
      { id: 4, is_restricted: true },
    ])
    await fill(forum)
    const { database } = forum.current
    const tables = ['discussions', 'discussion_tag']
    const user = await makeUser(forum)
    await grant(forum, 'tag3.viewForum', [members])
    const examined = async (query: string) => {
      const path = `/api/discussions?${query}`
      expect(idsOf(await (await forum.as(user)).get(path))).toHaveLength(20)
      let count = 0
      for (const statement of await selectsOf(forum, path, user)) {
        if (name === 'sqlite') count += (await examinedRows(database, tables, statement)).examined
        else {
          const nodes = await planNodes(database, statement)
          count += examinedByScans(nodes.filter((node) => tables.includes(node['Relation Name'] ?? '')))
        }
      }
      return count
    }
    const few = expect.toSatisfy((count: number) => count <= 500)
    const lists = [
      '',
      'filter[tag]=general',
      'filter[tag]=tag-2&sort=-commentCount',
      'filter[tag]=tag-2,tag-3',
    ]
    for (const query of lists) expect([query, await examined(query)]).toEqual([query, few])
    // Now the reader sees the oldest discussions only.
    await grant(forum, 'viewForum', [])
    expect(['', await examined('')]).toEqual(['', few])
  }, 120_000)
})
