import type { DiscussionRow, PostRow, Queries } from '@parley/server'
import { indexPosts, indexTitles, type IndexWriter } from '@parley/server/search-index'
import type { ForumData } from './factories.ts'

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
    await insertPosts({ db, dialect: database.dialect }, id, posts, defaults)
    const discussion = await recount(db, id, values)
    await indexTitles({ db, dialect: database.dialect }, [discussion])
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
    await recount(db, discussionId, {})
    if (!post) throw new Error('No post was stored')
    return post
  })
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

/** Computes the counters of a discussion and of its authors, as api-core 4.18 defines them. */
async function recount(db: Queries, id: number, fixed: Partial<DiscussionRow>): Promise<DiscussionRow> {
  const posts = await db
    .selectFrom('posts')
    .selectAll()
    .where('discussion_id', '=', id)
    .orderBy('number')
    .execute()
  const comments = posts.filter(({ type, is_private }) => type === 'comment' && !is_private)
  const visible = comments.filter(({ hidden_at }) => hidden_at === null)
  const last = [...visible].sort((a, b) => compareText(a.created_at, b.created_at) || a.number - b.number).at(-1)
  const authors = [...new Set(comments.flatMap(({ user_id }) => user_id ?? []))]
  const discussion = await db
    .updateTable('discussions')
    .set({
      comment_count: visible.length,
      participant_count: authors.length,
      post_number_index: posts.at(-1)?.number ?? 0,
      first_post_id: comments.find(({ number }) => number === 1)?.id ?? null,
      ...(last && {
        last_post_id: last.id,
        last_post_number: last.number,
        last_posted_at: last.created_at,
        last_posted_user_id: last.user_id,
      }),
      ...fixed,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recountBlocks(db, id, posts)
  const affectedUsers = new Set([...authors, ...(discussion.user_id ? [discussion.user_id] : [])])
  for (const userId of [...affectedUsers].sort((a, b) => a - b)) await recountUser(db, userId)
  return discussion
}

async function recountBlocks(db: Queries, discussion_id: number, posts: readonly { number: number }[]) {
  const counts = new Map<number, number>()
  for (const { number } of posts) counts.set(number >> 8, (counts.get(number >> 8) ?? 0) + 1)
  await db.deleteFrom('post_blocks').where('discussion_id', '=', discussion_id).execute()
  for (const [block, count] of counts) {
    await db.insertInto('post_blocks').values({ discussion_id, block, count }).execute()
  }
}

async function recountUser(db: Queries, userId: number): Promise<void> {
  const deleted = db.selectFrom('discussions').select('id').where('deleted_at', 'is not', null)
  await db
    .updateTable('users')
    .set((eb) => ({
      comment_count: eb
        .selectFrom('posts')
        .select(eb.fn.countAll<number>().as('count'))
        .where('posts.user_id', '=', userId)
        .where('posts.type', '=', 'comment')
        .where('posts.is_private', '=', false)
        .where('posts.discussion_id', 'not in', deleted),
      discussion_count: eb
        .selectFrom('discussions')
        .select(eb.fn.countAll<number>().as('count'))
        .where('discussions.user_id', '=', userId)
        .where('discussions.is_private', '=', false)
        .where('discussions.deleted_at', 'is', null),
    }))
    .where('id', '=', userId)
    .execute()
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
