import { selectLight } from '../../engine/jsonapi/long-texts.ts'
import { isVisible, resourceOf } from '../../engine/jsonapi/rows.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import { type Context, visitorOf } from '../../points/context/context.ts'
import type { ShowRequest } from '../../points/resources/endpoints.ts'
import { type Related, StreamedTargets } from '../../points/resources/relations.ts'
import type { Row } from '../../points/resources/resource-rows.ts'
import { seekNear, seekOffset } from '../posts/ranks.ts'
import type { DiscussionRow } from './table.ts'

/** A discussion with more numbers than this takes too long to be read at once. */
const numbersAtOnce = 1000
const idsPerStep = 5000

const windows = new RequestCache<ShowRequest['page']>()

/** Notes which posts the answer of a show request has to include in full. */
export function showPosts(_discussion: DiscussionRow, { page }: ShowRequest, context: Context): void {
  windows.set(context, page)
}

/** The answer to a new discussion includes its post in full. */
export function showFirstPost(_discussion: DiscussionRow, context: Context): void {
  windows.set(context, { near: undefined, offset: 0, limit: 1 })
}

/**
 * The `posts` relationship: ids of all visible posts in number order, because clients of the contract need them
 * all; in full those of the window that was asked for, or the event posts that a change made. Left out where
 * nothing is visible. Clients that leave the relationship out of `fields[discussions]` get only the posts in full,
 * whose number does not grow with the discussion.
 */
export async function loadPosts(
  discussions: readonly DiscussionRow[],
  context: Context,
  isShown: boolean,
): Promise<ReadonlyMap<number, readonly Related[] | StreamedTargets>> {
  const found = new Map<number, readonly Related[] | StreamedTargets>()
  for (const discussion of discussions) {
    const full = await postsInFull(discussion, context)
    // With nothing in full it is not known whether anything is visible.
    if (isShown && full.length > 0 && isLong(discussion)) {
      found.set(discussion.id, new StreamedTargets(full, () => visibleIds(discussion, context)))
      continue
    }
    const related = isShown ? await amongAll(discussion, full, context) : full
    if (related.length > 0) found.set(discussion.id, related)
  }
  return found
}

function isLong({ post_number_index }: DiscussionRow): boolean {
  return post_number_index > numbersAtOnce
}

async function amongAll(
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
 * The ids of all visible posts in number order, list by list. All are read before the first list is given: whoever takes
 * them slowly keeps no place in the queue.
 * @throws `busy` before the first list.
 */
async function* visibleIds(discussion: DiscussionRow, context: Context): AsyncGenerator<readonly number[]> {
  if (!isLong(discussion)) {
    yield (await idsBehind(0, discussion, context)).map(({ id }) => id)
    return
  }
  yield* await context.forum.database.longRead(visitorOf(context), async (db) => {
    const lists: number[][] = []
    for (let last: number | undefined = 0; last !== undefined; ) {
      const rows = await idsBehind(last, discussion, { ...context, db })
      lists.push(rows.map(({ id }) => id))
      last = rows.length < idsPerStep ? undefined : rows.at(-1)?.number
    }
    return lists
  })
}

function idsBehind(
  number: number,
  discussion: DiscussionRow,
  context: Context,
): Promise<{ id: number; number: number }[]> {
  return visiblePosts(discussion, context)
    .select(['posts.id', 'posts.number'])
    .where('posts.number', '>', number)
    .orderBy('posts.number')
    .limit(idsPerStep)
    .execute()
}

const shownInFull = new RequestCache<ReadonlySet<number>>()

/** Makes the answer of `context` include these posts of its discussion in full. */
export function showInFull(context: Context, ids: ReadonlySet<number>): void {
  shownInFull.set(context, ids)
}

async function postsInFull(discussion: DiscussionRow, context: Context): Promise<Row[]> {
  const touched = shownInFull.get(context)
  const page = windows.get(context)
  const rows: Row[] = touched
    ? await postsWithIds(discussion, [...touched], context)
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
