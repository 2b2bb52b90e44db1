import { join } from 'node:path'
import { createForum } from '@parley/server/forum'
import { Random } from '@parley/server/random'
import { termsOf } from '@parley/shared/words'
import { makeDiscussion } from '@parley/testing/discussions'
import { makeUser } from '@parley/testing/factories'
import { searchAuthor, searchDiscussions, searchQueries } from '@parley/testing/search-fixture'
import { loadExtensions } from '../site/server.ts'
import { copyOf } from './data.ts'

/** How much of what is looked for is found in a large forum. */
export interface Finding {
  /** Discussions that were looked for by their titles, and those that were not among the first ten. */
  titles: { asked: number; missed: readonly string[] }
  /** Written queries, and those that found something else first. */
  queries: { asked: number; missed: readonly string[] }
}

const askedTitles = 1000
/** More discussions than this with one title cannot all be among the first ten. */
const mostOfOneTitle = 10
/** Newer posts than those that are looked for, so that no common word finds these by their age. */
const newerPosts = 3000

type Forum = Awaited<ReturnType<typeof createForum>>

/** Looks for discussions by their titles, and asks the written queries, on a copy of a data folder. */
export async function measureFinding(folder: string): Promise<Finding> {
  const copy = copyOf(folder)
  const forum = await createForum({
    database: { file: join(copy, 'forum.sqlite') },
    dataDir: copy,
    baseUrl: 'http://127.0.0.1:3000',
    extensions: await loadExtensions(),
    rateLimits: 'off',
  })
  try {
    return { titles: await findTitles(forum), queries: await findWritten(forum) }
  } finally {
    await forum.close()
  }
}

async function findTitles(forum: Forum): Promise<Finding['titles']> {
  const { read } = forum.current.database
  const rows = await read
    .selectFrom('discussions')
    .select(['id', 'title'])
    .where('hidden_at', 'is', null)
    .where('is_private', '=', false)
    .execute()
  const shared = new Map<string, number>()
  for (const { title } of rows) shared.set(title, (shared.get(title) ?? 0) + 1)
  const wanted = rows.filter(
    ({ title }) => (shared.get(title) ?? 0) <= mostOfOneTitle && termsOf(title).length > 0,
  )
  const missed: string[] = []
  const random = new Random(askedTitles)
  const asked = Math.min(askedTitles, wanted.length)
  for (let number = 0; number < asked; number += 1) {
    const [{ id, title } = { id: 0, title: '' }] = wanted.splice(random.below(wanted.length), 1)
    const { ids } = await search(forum, title)
    if (!ids.slice(0, 10).includes(id)) missed.push(title)
  }
  return { asked, missed }
}

async function findWritten(forum: Forum): Promise<Finding['queries']> {
  const names = await makeSought(forum)
  const missed: string[] = []
  for (const { q, first, suggestion } of searchQueries) {
    const found = await search(forum, q)
    const expected = first.length === 0 ? found.ids.length === 0 : first.every(isAt(found.ids, names))
    if (!expected || found.suggestion !== suggestion) missed.push(q)
  }
  return { asked: searchQueries.length, missed }
}

function isAt(ids: readonly number[], names: ReadonlyMap<number, string>) {
  return (name: string, place: number) => names.get(ids[place] ?? 0) === name
}

/** Everything that is looked for, and newer posts that say what those before them say. Returns names by id. */
async function makeSought(forum: Forum): Promise<Map<number, string>> {
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

/** The first page that a guest gets. */
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
