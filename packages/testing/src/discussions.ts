import type { DiscussionRow, PostRow, Queries } from '@parley/server'
import { storeCounts } from '@parley/server/counters'
import { type IndexWriter, indexPosts, indexTitles } from '@parley/server/search-index'
import { changesAt, storeChanges } from '@parley/server/statistics-counts'
import type { ForumData } from './factories.ts'

type Database = ForumData['current']['database']

/** Values of a stored post; by default a comment with the next number. */
export type PostValues = Partial<Omit<PostRow, 'discussion' | 'discussion_id' | 'isOfKnownType'>>

/** Values of a stored discussion and its posts; by default one comment of its author. */
export type DiscussionValues = Partial<DiscussionRow> & { posts?: readonly PostValues[] }

let discussionCount = 0

/** Stores a discussion with its posts, and updates the counters and the search index. */
export async function makeDiscussion(
  { current: { database, markup, now } }: ForumData,
  { posts = [{}], ...values }: DiscussionValues = {},
): Promise<DiscussionRow> {
  discussionCount += 1
  const number = discussionCount
  const created_at = values.created_at ?? now().toISOString()
  return database.transaction(async (db) => {
    const { id } = await db
      .insertInto('discussions')
      .values({
        title: `Discussion ${number}`,
        slug: `discussion-${number}`,
        comment_count: 0,
        user_id: null,
        created_at,
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const defaults = { created_at, user_id: values.user_id ?? null, markup_version: markup?.version ?? null }
    const stored = await insertPosts({ db, dialect: database.dialect }, id, posts, defaults)
    const discussion = await recount(database, db, id, values)
    await indexTitles({ db, dialect: database.dialect }, [discussion])
    await storeChanges(db, database.dialect, [
      ...changesAt({ series: 'discussions', at: created_at, change: 1, now: now() }),
      ...commentsAt(stored, now()),
    ])
    return discussion
  })
}

/** Stores another post of a discussion. */
export async function makePost(
  { current: { database, markup, now } }: ForumData,
  discussionId: number,
  values: PostValues = {},
): Promise<Omit<PostRow, 'discussion' | 'isOfKnownType'>> {
  return database.transaction(async (db) => {
    const defaults = { created_at: now().toISOString(), markup_version: markup?.version ?? null }
    const [post] = await insertPosts({ db, dialect: database.dialect }, discussionId, [values], defaults)
    await recount(database, db, discussionId, {})
    if (!post) throw new Error('No post was stored')
    await storeChanges(db, database.dialect, commentsAt([post], now()))
    return post
  })
}

/** How posts count in the statistics. */
function commentsAt(posts: readonly { type: string; created_at: string }[], now: Date) {
  return posts
    .filter(({ type }) => type === 'comment')
    .flatMap(({ created_at }) => changesAt({ series: 'posts', at: created_at, change: 1, now }))
}

const batchSize = 500

async function insertPosts(
  writer: IndexWriter,
  discussion_id: number,
  posts: readonly PostValues[],
  defaults: PostValues & { created_at: string },
) {
  const { db } = writer
  const newest = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('discussion_id', '=', discussion_id)
    .executeTakeFirst()
  let number = newest?.number ?? 0
  const rows = posts.map((post) => {
    number = post.number ?? number + 1
    const content = post.content ?? `Post ${number}`
    return {
      discussion_id,
      type: 'comment',
      content,
      is_private: false,
      content_html: (post.type ?? 'comment') === 'comment' ? `<p>${content}</p>` : null,
      ...defaults,
      ...post,
      number,
    }
  })
  const stored = []
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize)
    stored.push(...(await db.insertInto('posts').values(batch).returningAll().execute()))
  }
  await indexPosts(
    writer,
    stored.filter(({ type }) => type === 'comment'),
  )
  return stored
}

/** Stores the counters of a discussion and of its authors; `fixed` values come first. */
async function recount(
  database: Database,
  db: Queries,
  id: number,
  fixed: Partial<DiscussionRow>,
): Promise<DiscussionRow> {
  await storeCounts(db, database, 'discussions', [id])
  if (Object.keys(fixed).length > 0)
    await db.updateTable('discussions').set(fixed).where('id', '=', id).execute()
  const discussion = await db
    .selectFrom('discussions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const authors = await db
    .selectFrom('posts')
    .select('user_id')
    .distinct()
    .where('discussion_id', '=', id)
    .execute()
  const userIds = [...authors.map(({ user_id }) => user_id), discussion.user_id]
  await storeCounts(db, database, 'users', [...new Set(userIds.flatMap((userId) => userId ?? []))])
  return discussion
}
