import { join } from 'node:path'
import { Random } from '@parley/seed/random'
import { createForum } from '@parley/server/forum'
import { termsOf } from '@parley/shared/words'
import { makeDiscussion } from '@parley/testing/discussions'
import { makeUser } from '@parley/testing/factories'
import { searchAuthor, searchDiscussions, searchQueries } from '@parley/testing/search-fixture'
import { loadExtensions } from '../site/server.ts'
import { copyOf } from './data.ts'

/** Recall of the search in a large forum. */
export interface SearchQuality {
  /** Searches for discussions by their own titles; `missed` are those that were not among the first ten results. */
  titles: { searched: number; missed: readonly string[] }
  /** Searches of the fixture; `missed` are those with other first results. */
  queries: { searched: number; missed: readonly string[] }
}

const maxTitles = 1000
/** Titles of more discussions than this are skipped, as not all can be among the first ten. */
const maxDuplicates = 10
/** Number of posts that are newer than the fixture, so that common words do not find the fixture by its age. */
const newerPosts = 3000

type Forum = Awaited<ReturnType<typeof createForum>>

/** Searches for discussions by their titles, and runs the searches of the fixture, on a copy of a data folder. */
export async function measureSearchQuality(folder: string): Promise<SearchQuality> {
  const copy = copyOf(folder)
  const forum = await createForum({
    database: { file: join(copy, 'forum.sqlite') },
    dataDir: copy,
    baseUrl: 'http://127.0.0.1:3000',
    extensions: await loadExtensions(),
    rateLimits: 'off',
  })
  try {
    return { titles: await findTitles(forum), queries: await runFixtureSearches(forum) }
  } finally {
    await forum.close()
  }
}

async function findTitles(forum: Forum): Promise<SearchQuality['titles']> {
  const { read } = forum.current.database
  const rows = await read
    .selectFrom('discussions')
    .select(['id', 'title'])
    .where('hidden_at', 'is', null)
    .where('is_private', '=', false)
    .execute()
  const titleCounts = new Map<string, number>()
  for (const { title } of rows) titleCounts.set(title, (titleCounts.get(title) ?? 0) + 1)
  const candidates = rows.filter(
    ({ title }) => (titleCounts.get(title) ?? 0) <= maxDuplicates && termsOf(title).length > 0,
  )
  const missed: string[] = []
  const random = new Random(maxTitles)
  const searched = Math.min(maxTitles, candidates.length)
  for (let number = 0; number < searched; number += 1) {
    const [{ id, title } = { id: 0, title: '' }] = candidates.splice(random.below(candidates.length), 1)
    const { ids } = await search(forum, title)
    if (!ids.slice(0, 10).includes(id)) missed.push(title)
  }
  return { searched, missed }
}

async function runFixtureSearches(forum: Forum): Promise<SearchQuality['queries']> {
  const names = await storeFixture(forum)
  const missed: string[] = []
  for (const { q, first, suggestion } of searchQueries) {
    const found = await search(forum, q)
    const expected = first.length === 0 ? found.ids.length === 0 : first.every(isAt(found.ids, names))
    if (!expected || found.suggestion !== suggestion) missed.push(q)
  }
  return { searched: searchQueries.length, missed }
}

function isAt(ids: readonly number[], names: ReadonlyMap<number, string>) {
  return (name: string, place: number) => names.get(ids[place] ?? 0) === name
}

/** Stores the discussions of the fixture, and newer posts that copy older ones. Returns names by discussion id. */
async function storeFixture(forum: Forum): Promise<Map<number, string>> {
  const { id: user_id } = await makeUser(forum, { username: searchAuthor })
  const names = new Map<number, string>()
  for (const [name, { title, posts }] of Object.entries(searchDiscussions)) {
    const contents = posts.map((content) => ({ content, user_id }))
    const { id } = await makeDiscussion(forum, { title, user_id, posts: contents })
    names.set(id, name)
  }
  const posts = await forum.current.database.read
    .selectFrom('posts')
    .select('content')
    .where('type', '=', 'comment')
    .where('id', '<=', newerPosts)
    .execute()
  await makeDiscussion(forum, { title: 'Newer', posts })
  return names
}

/** The first page of a guest's results. */
async function search(forum: Forum, text: string): Promise<{ ids: number[]; suggestion?: string }> {
  const { statusCode, body } = await forum.inject({
    method: 'GET',
    url: `/api/discussions?filter%5Bq%5D=${encodeURIComponent(text)}&fields%5Bdiscussions%5D=title`,
  })
  if (statusCode !== 200) throw new Error(`A search for '${text}' was answered with ${statusCode}`)
  const { data, meta } = JSON.parse(body) as { data: { id: string }[]; meta?: { suggestion?: string } }
  const { suggestion } = meta ?? {}
  return { ids: data.map(({ id }) => Number(id)), ...(suggestion !== undefined && { suggestion }) }
}
