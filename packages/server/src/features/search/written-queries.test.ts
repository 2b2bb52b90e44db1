import { idsOf, makeDiscussion, makeUser, onBothDatabases, type TestForum } from '@parley/testing'
import { searchAuthor, searchDiscussions, searchQueries } from '@parley/testing/search-fixture'
import { expect, test } from 'vitest'
import { indexTitles } from './index-rows.ts'

/** Makes the discussions of the fixture, and newer posts that have their common words. Returns names by id. */
async function fill(forum: TestForum): Promise<Map<number, string>> {
  const author = await makeUser(forum, { username: searchAuthor })
  const names = new Map<number, string>()
  for (const [name, { title, posts }] of Object.entries(searchDiscussions)) {
    const contents = posts.map((content) => ({ content, user_id: author.id }))
    const { id } = await makeDiscussion(forum, { title, user_id: author.id, posts: contents })
    names.set(id, name)
  }
  const common = 'the for and what was this about that you not und der die das ist auf oder les des dans'
  const posts = Array.from({ length: 1300 }, () => ({ content: common }))
  names.set((await makeDiscussion(forum, { title: 'Words', posts })).id, 'others')
  for (const id of await startMany(forum, ['Gartenarbeit und mehr', 'Fahrradpflege im Alltag']))
    names.set(id, 'others')
  return names
}

/** Starts more discussions of each title than a search reads. */
async function startMany({ current, clock }: TestForum, titles: readonly string[]): Promise<number[]> {
  const { database } = current
  const created_at = clock.now().toISOString()
  return database.transaction(async (db) => {
    const rows = titles.flatMap((title) =>
      Array.from({ length: 340 }, () => ({ title, slug: '', created_at, comment_count: 1 })),
    )
    const made = await db.insertInto('discussions').values(rows).returning(['id', 'title']).execute()
    await indexTitles({ db, dialect: database.dialect }, made)
    return made.map(({ id }) => id)
  })
}

onBothDatabases((open) => {
  test('typical searches have the expected results and suggestions', async () => {
    const forum = await open()
    const names = await fill(forum)
    const found = []
    for (const { q, first } of searchQueries) {
      const answer = await forum.guest().get(`/api/discussions?filter[q]=${encodeURIComponent(q)}`)
      const all = idsOf(answer).map((id) => names.get(id))
      const suggestion = answer.body.meta?.suggestion
      found.push({
        q,
        first: first.length === 0 ? all : all.slice(0, first.length),
        ...(suggestion !== undefined && { suggestion }),
      })
    }
    expect(found).toEqual(searchQueries)
  })
})
