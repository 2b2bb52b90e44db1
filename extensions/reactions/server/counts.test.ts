import { join } from 'node:path'
import { countersOf } from '@parley/server/declared-counters'
import { recount } from '@parley/server/recount'
import {
  changePost,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  planOf,
  readExtension,
  selectsOf,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expectConsistent } from '@parley/testing/writers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { counts, guestId, storeReactions } from './test-reactions.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))

/** Stores as many reactions of guests, of each of the six types: a twentieth to the post 5, the others to the post 6. */
async function storeMany(forum: TestForum, number: number): Promise<void> {
  await forum.current.database.transaction(async (db) => {
    const at = forum.current.now().toISOString()
    await sql`insert into post_reactions (post_id, guest_id, reaction_id, created_at, updated_at)
      with recursive numbers (number) as (select 0 union all select number + 1 from numbers where number < ${sql.lit(number - 1)})
      select case when number % 20 = 0 then 5 else 6 end, 'guest ' || number, number % 7 % 6 + 1, ${sql.lit(at)}, ${sql.lit(at)} from numbers`.execute(
      db,
    )
    await sql`insert into post_reaction_counts (post_id, reaction_id, count, anonymous_count)
      select post_id, reaction_id, 0, count(*) from post_reactions group by post_id, reaction_id`.execute(db)
    if (forum.current.database.dialect.name === 'postgres') await sql`analyze`.execute(db)
  })
}

onBothDatabases((open) => {
  test('counts stay exact under twenty writers at one post, who also react twice at once', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, { 'fof-reactions.anonymousReactions': '1' })
    const author = await makeUser(forum)
    await makeDiscussion(forum, { user_id: author.id, posts: [{ id: 5, user_id: author.id }] })
    const writers = []
    for (let number = 0; number < 20; number += 1) {
      const guest = number % 4 === 3
      const client = guest ? forum.browser() : await forum.as(await makeUser(forum))
      await client.get('/api')
      writers.push(client)
    }
    const statuses = await Promise.all(
      writers.map(async (client, number) => {
        const react = async (reaction: unknown) => (await changePost(client, 5, { reaction })).status
        // A guest has the cookie after the first answer.
        const first = await react((number % 6) + 1)
        const twice = await Promise.all([react(1), react(1), react(2)])
        return [first, ...twice, await react(null), await react((number % 3) + 1)]
      }),
    )
    expect(new Set(statuses.flat())).toEqual(new Set([200]))
    const { attributes } = (await writers[0]?.get('/api/posts/5'))?.body.data ?? {}
    expect(attributes?.reactionCounts).toEqual(counts({ 1: 7, 2: 7, 3: 6 }))
    const rows = await forum.current.database.read.selectFrom('post_reactions').select('id').execute()
    expect(rows).toHaveLength(20)
    await expectConsistent(forum)
  }, 60_000)

  test('a recount repairs what is wrong', async () => {
    const forum = await open({ extensions: [extension] })
    await makeDiscussion(forum, { posts: [{ id: 5 }, { id: 6 }] })
    await storeReactions(forum, [
      { post_id: 5, user_id: 1, reaction_id: 2 },
      { post_id: 6, guest_id: guestId(1), reaction_id: 3 },
    ])
    const { database } = forum.current
    const counters = countersOf(forum.current, forum.current)
    expect(await recount(database, counters, { repair: false })).toEqual([])
    await database.transaction(async (db) => {
      await db.deleteFrom('post_reaction_counts').where('post_id', '=', 6).execute()
      await db.updateTable('post_reaction_counts').set({ count: 8 }).execute()
    })
    expect(await recount(database, counters, { repair: true })).toEqual([
      { counter: 'posts.reactions', id: 5, stored: '2: 8 and 0 guests', counted: '2: 1 and 0 guests' },
      { counter: 'posts.reactions', id: 6, stored: 'nothing', counted: '3: 0 and 1 guests' },
    ])
    expect(await recount(database, counters, { repair: false })).toEqual([])
  })

  test('a page of posts costs one query more, whatever there are of reactions; the list is read by an index', async () => {
    const [without, forum] = [await open(), await open({ extensions: [extension] })]
    for (const each of [without, forum])
      await makeDiscussion(each, { id: 3, posts: [{ id: 5 }, { id: 6 }, { id: 7 }] })
    await storeMany(forum, 6000)
    await setSettings(forum, { 'fof-reactions.anonymousReactions': '1' })
    for (const path of [
      '/api/posts?filter[discussion]=3',
      '/api/discussions/3?include=posts',
      '/api/posts/5',
    ]) {
      const [few, many] = [await selectsOf(without, path), await selectsOf(forum, path)]
      expect({ path, more: many.length - few.length }).toEqual({ path, more: 1 })
      const found = many.filter(({ sql: text }) => text.includes('post_reaction'))
      expect(found).toHaveLength(1)
      for (const query of found) {
        const plan = await planOf(forum.current.database, query)
        expect(plan).not.toMatch(/SCAN post_reaction|Seq Scan on post_reactions/)
      }
    }
    expect(await selectsOf(forum, '/api')).toHaveLength((await selectsOf(without, '/api')).length)
    for (const path of ['?page[limit]=20', '?filter[reaction]=4&page[limit]=20']) {
      const [query] = (await selectsOf(forum, `/api/posts/5/reactions${path}`)).filter(({ sql: text }) =>
        text.includes('"post_reactions"'),
      )
      const plan = query ? await planOf(forum.current.database, query) : ''
      expect(plan).toMatch(/post_reactions_(listed|type)/)
      expect(plan).not.toMatch(/SCAN post_reactions|Seq Scan on post_reactions|TEMP B-TREE|Sort /)
    }
  })
})
