import { selectLight } from '../../engine/jsonapi/long-texts.ts'
import { isVisible, resourceOf } from '../../engine/jsonapi/rows.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import { type Context, visitorOf } from '../../points/context/context.ts'
import type { ShowRequest } from '../../points/resources/endpoints.ts'
import { type Related, StreamedTargets } from '../../points/resources/relations.ts'
import type { Row } from '../../points/resources/resource-rows.ts'
import { seekNear, seekOffset } from '../posts/ranks.ts'
import type { DiscussionRow } from './table.ts'

/** Discussions with more post numbers than this are long: their ids are read in steps. */
const longAbove = 1000
const idsPerQuery = 5000

const postWindows = new RequestCache<ShowRequest['page']>()

/** Remembers the window of posts that the answer to a show request includes in full. */
export function rememberPostWindow(
  _discussion: DiscussionRow,
  { page }: ShowRequest,
  context: Context,
): void {
  postWindows.set(context, page)
}

/** Makes the answer to a new discussion include its first post in full. */
export function includeFirstPost(_discussion: DiscussionRow, context: Context): void {
  postWindows.set(context, { near: undefined, offset: 0, limit: 1 })
}

/**
 * The `posts` relationship: the ids of all visible posts in number order, because clients of the contract need all of
 * them. Posts of the requested window, and event posts that a change touched, are included in full. Discussions without
 * visible posts are left out. Requests whose `fields[discussions]` omits the relationship (`isShown` is false) get only
 * the posts in full, whose number does not grow with the discussion.
 */
export async function loadPosts(
  discussions: readonly DiscussionRow[],
  context: Context,
  isShown: boolean,
): Promise<ReadonlyMap<number, readonly Related[] | StreamedTargets>> {
  const byDiscussion = new Map<number, readonly Related[] | StreamedTargets>()
  for (const discussion of discussions) {
    const full = await postsInFull(discussion, context)
    // Without a post in full, whether any post is visible is unknown until the ids are read.
    if (isShown && full.length > 0 && isLong(discussion)) {
      byDiscussion.set(discussion.id, new StreamedTargets(full, () => visibleIds(discussion, context)))
      continue
    }
    const related = isShown ? await mergeIntoAllIds(discussion, full, context) : full
    if (related.length > 0) byDiscussion.set(discussion.id, related)
  }
  return byDiscussion
}

function isLong({ post_number_index }: DiscussionRow): boolean {
  return post_number_index > longAbove
}

async function mergeIntoAllIds(
  discussion: DiscussionRow,
  full: readonly Row[],
  context: Context,
): Promise<Related[]> {
  const byId = new Map(full.map((post) => [post.id, post]))
  const related: Related[] = []
  for await (const ids of visibleIds(discussion, context)) {
    for (const id of ids) related.push(byId.get(id) ?? id)
  }
  return related
}

/**
 * Yields the ids of all visible posts in number order, list by list. Reads all of them before it yields the first list,
 * so that a slow consumer does not hold a place in the queue of long reads.
 * @throws `busy` before the first list.
 */
async function* visibleIds(discussion: DiscussionRow, context: Context): AsyncGenerator<readonly number[]> {
  if (!isLong(discussion)) {
    yield (await idsAfter(0, discussion, context)).map(({ id }) => id)
    return
  }
  yield* await context.forum.database.longRead(visitorOf(context), async (db) => {
    const lists: number[][] = []
    for (let last: number | undefined = 0; last !== undefined; ) {
      const rows = await idsAfter(last, discussion, { ...context, db })
      lists.push(rows.map(({ id }) => id))
      last = rows.length < idsPerQuery ? undefined : rows.at(-1)?.number
    }
    return lists
  })
}

function idsAfter(
  number: number,
  discussion: DiscussionRow,
  context: Context,
): Promise<{ id: number; number: number }[]> {
  return visiblePosts(discussion, context)
    .select(['posts.id', 'posts.number'])
    .where('posts.number', '>', number)
    .orderBy('posts.number')
    .limit(idsPerQuery)
    .execute()
}

const shownInFull = new RequestCache<ReadonlySet<number>>()

/** Makes the answer of `context` include these posts of its discussion in full. */
export function showInFull(context: Context, ids: ReadonlySet<number>): void {
  shownInFull.set(context, ids)
}

/** The posts that the answer includes with their attributes: those of `showInFull`, else those of the requested window. */
async function postsInFull(discussion: DiscussionRow, context: Context): Promise<Row[]> {
  const requested = shownInFull.get(context)
  const page = postWindows.get(context)
  const rows: Row[] = requested
    ? await postsWithIds(discussion, [...requested], context)
    : page
      ? await postsInWindow(discussion, page, context)
      : []
  return rows
}

async function postsWithIds(
  discussion: DiscussionRow,
  ids: readonly number[],
  context: Context,
): Promise<Row[]> {
  const { dialect } = context.forum.database
  return selectLight(visiblePosts(discussion, context), resourceOf(context, 'posts'))
    .where((eb) => dialect.idIn(eb.ref('posts.id'), ids))
    .orderBy('posts.number')
    .execute()
}

async function postsInWindow(
  discussion: DiscussionRow,
  { near, offset, limit }: ShowRequest['page'],
  context: Context,
): Promise<Row[]> {
  const seek =
    near === undefined
      ? await seekOffset(context, discussion.id, offset)
      : await seekNear(context, discussion.id, near, limit)
  return seek?.rows(limit) ?? []
}

function visiblePosts(discussion: DiscussionRow, context: Context) {
  return context.db
    .selectFrom('posts')
    .where('posts.discussion_id', '=', discussion.id)
    .where(isVisible(context, 'posts'))
}
