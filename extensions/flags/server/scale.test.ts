import { join } from 'node:path'
import { moderators } from '@parley/server/actor'
import {
  makeDiscussion,
  makeUser,
  onBothDatabases,
  planOf,
  readExtension,
  selectsOf,
  type TestForum,
} from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countedFlags, listedFlags } from '../shared.ts'
import { storeFlags } from './test-flags.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))
const postCount = 1500

/** Flags on as many posts, each by one member. */
async function storeMany(forum: TestForum): Promise<{ reporter: number }> {
  const { id } = await makeUser(forum)
  const discussion = await makeDiscussion(forum, { posts: Array.from({ length: 25 }, () => ({})) })
  await forum.current.database.transaction(async (db) => {
    const at = forum.current.now().toISOString()
    await sql`insert into posts (discussion_id, number, created_at, type, content, is_private)
      with recursive numbers (number) as (select 26 union all select number + 1 from numbers where number < ${sql.lit(postCount)})
      select ${discussion.id}, number, ${sql.lit(at)}, 'comment', 'text', ${sql.lit(false)} from numbers`.execute(
      db,
    )
    await sql`insert into flags (post_id, type, user_id, reason, created_at, is_oldest)
      select id, 'user', ${id}, 'spam', created_at, ${sql.lit(true)} from posts`.execute(db)
    if (forum.current.database.dialect.name === 'postgres') await sql`analyze`.execute(db)
  })
  return { reporter: id }
}

/** The steps of a plan that read a whole table. A subquery that is read as a whole is bounded by itself. */
function wholeScans(plan: string): string[] {
  const lines = plan.split('\n').map((line) => line.trim())
  const isSubquery = lines.includes('CO-ROUTINE flags')
  return lines.filter(
    (line) =>
      /^SCAN (flags|own|later)$|Seq Scan on flags/.test(line) && !(isSubquery && line === 'SCAN flags'),
  )
}

onBothDatabases((open) => {
  test('the list and the counts end, however many flags there are', async () => {
    const forum = await open({ extensions: [extension] })
    const { reporter } = await storeMany(forum)
    const admin = await forum.as(1)
    expect((await admin.get('/api/flags')).body.data).toHaveLength(listedFlags)
    expect((await admin.get('/api')).body.data.attributes.flagCount).toBe(countedFlags)
    expect((await (await forum.as(reporter)).get('/api/flags')).body.data).toHaveLength(listedFlags)
  })

  test('pages of members cost no query more; those of moderators one for both counts and one for all posts', async () => {
    const [without, forum] = [await open(), await open({ extensions: [extension] })]
    const queries = async (each: TestForum, groupIds: readonly number[], path: string) => {
      const user = await makeUser(each, { groupIds })
      return (await selectsOf(each, path, user)).length
    }
    for (const each of [without, forum]) await makeDiscussion(each, { posts: [{}, {}, {}, {}] })
    await storeFlags(
      forum,
      [1, 2, 3].map((post_id) => ({ post_id, user_id: 1 })),
    )
    const paths = [
      ['/api', 0, 1],
      ['/api/posts?filter[discussion]=1', 0, 2],
      ['/api/discussions', 0, 0],
    ] as const
    for (const [path, forMembers, forModerators] of paths) {
      const more = async (groupIds: readonly number[]) =>
        (await queries(forum, groupIds, path)) - (await queries(without, groupIds, path))
      expect({ path, more: [await more([]), await more([moderators])] }).toEqual({
        path,
        more: [forMembers, forModerators],
      })
    }
  })

  test('indexes find the newest flags, own flags, and those of posts', async () => {
    const forum = await open({ extensions: [extension] })
    const { reporter } = await storeMany(forum)
    const { database } = forum.current
    const plans = async (path: string, user: number) => {
      const selects = (await selectsOf(forum, path, { id: user })).filter(({ sql: text }) =>
        text.includes('"flags"'),
      )
      return Promise.all(selects.map((query) => planOf(database, query, { without: ['seqscan'] })))
    }
    const [list = ''] = await plans('/api/flags', 1)
    expect(list).toContain('flags_oldest')
    const [own = ''] = await plans('/api/flags', reporter)
    expect(own).toContain('flags_user')
    const [counts = ''] = await plans('/api', 1)
    expect(counts).toContain('flags_oldest')
    const [ofPosts = ''] = await plans('/api/posts?filter[discussion]=1', 1)
    expect(ofPosts).toContain('flags_post')
    for (const plan of [list, own, counts, ofPosts]) expect(wholeScans(plan)).toEqual([])
  })
})
