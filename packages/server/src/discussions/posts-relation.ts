import type { Context } from '../context.ts'
import { resourceOf, visibleRows } from '../jsonapi/rows.ts'
import type { ShowRequest } from '../points/endpoints.ts'
import type { Related } from '../points/relations.ts'
import { touchedEventPosts } from '../posts/event-posts.ts'
import { seekNear, seekOffset } from '../posts/ranks.ts'
import type { DiscussionRow } from './table.ts'

const windows = new WeakMap<Context, ShowRequest['page']>()

/** Notes which posts the answer of a show request has to include in full. */
export function showPosts(_discussion: DiscussionRow, { page }: ShowRequest, context: Context): void {
  windows.set(context, page)
}

/**
 * The `posts` relationship: ids of all visible posts in number order, because clients of the contract need them
 * all; in full those of the window that was asked for, or the event posts that a change made. Left out where
 * nothing is visible.
 */
export async function loadPosts(
  discussions: readonly DiscussionRow[],
  context: Context,
): Promise<ReadonlyMap<number, readonly Related[]>> {
  const found = new Map<number, readonly Related[]>()
  for (const discussion of discussions) {
    const posts = resourceOf(context, 'posts')
    const ofDiscussion = visibleRows(context, posts).where(
      'posts.discussion_id' as never,
      '=',
      discussion.id as never,
    )
    const ids = await ofDiscussion
      .clearSelect()
      .select('posts.id' as never)
      .orderBy('posts.number' as never)
      .execute()
    if (ids.length === 0) continue
    const shown = new Map(
      (await shownPosts(discussion, ofDiscussion, context)).map((post) => [post.id, post]),
    )
    found.set(
      discussion.id,
      ids.map(({ id }) => shown.get(id) ?? id),
    )
  }
  return found
}

async function shownPosts(
  discussion: DiscussionRow,
  ofDiscussion: ReturnType<typeof visibleRows>,
  context: Context,
) {
  const touched = touchedEventPosts(context, discussion.id)
  const page = windows.get(context)
  const rows = touched
    ? await ofDiscussion.where('posts.id' as never, 'in', [...touched, 0] as never).execute()
    : page
      ? await windowOf(discussion, ofDiscussion, page, context)
      : []
  await resourceOf(context, 'posts').attach?.(rows, context)
  return rows
}

async function windowOf(
  discussion: DiscussionRow,
  ofDiscussion: ReturnType<typeof visibleRows>,
  { near, offset, limit }: ShowRequest['page'],
  context: Context,
) {
  const seek =
    near === undefined
      ? await seekOffset(context, discussion.id, offset)
      : await seekNear(context, discussion.id, near, limit)
  const window = ofDiscussion.orderBy('posts.number' as never).limit(limit)
  return (seek ? window.where((eb) => seek.where(eb)) : window).execute()
}
