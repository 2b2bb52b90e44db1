import type { EventPosts } from '@parley/shared'
import { currentRow } from '../../engine/jsonapi/rows.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import { mergeEvents } from '../../points/posts/event-posts.ts'
import type { PostRow } from './table.ts'
import { authorColumns, deletePostRow, insertPost } from './writing/post-rows.ts'

/** The effect of an event on the event posts of a discussion. */
export interface EventPostChange {
  /** The event post after the change, or before its removal. */
  post: PostRow
  /** Whether the event changed or cancelled the previous one, and got no post of its own. */
  merged: boolean
  /** Whether the event cancelled the previous one, so that their post was removed. */
  cancelled: boolean
}

/**
 * Records an event in a discussion that the caller has locked. Adds an event post of the actor, or changes or removes
 * the newest post when that has the same type and the same author (api-core 4.8).
 */
export async function addEventPost<Type extends keyof EventPosts & string>(
  context: WriteContext,
  discussionId: number,
  type: Type,
  content: EventPosts[Type],
): Promise<EventPostChange> {
  const eventPost = context.forum.points.eventPosts.get(type)
  if (!eventPost) throw new Error(`Event post '${type}' is not declared`)
  const touched = touchedIn(context, discussionId)
  const newest = await newestPost(context, discussionId)
  if (newest?.type === type && newest.user_id === context.actor.id) {
    const merged = mergeEvents(eventPost, JSON.parse(newest.content), content)
    if (merged === null) {
      await deletePostRow(context, newest)
      touched.delete(newest.id)
      return { post: newest, merged: true, cancelled: true }
    }
    if (merged !== undefined) {
      await context.db
        .updateTable('posts')
        .set({ content: JSON.stringify(merged) })
        .where('id', '=', newest.id)
        .execute()
      touched.add(newest.id)
      const post = (await currentRow(context, 'posts', newest.id)) ?? newest
      return { post, merged: true, cancelled: false }
    }
  }
  const { id } = await insertPost(context, {
    ...authorColumns(context),
    discussion_id: discussionId,
    type,
    content: JSON.stringify(content),
  })
  const post = await currentRow(context, 'posts', id)
  if (!post) throw new Error(`Post ${id} disappeared while it was being inserted`)
  touched.add(id)
  return { post, merged: false, cancelled: false }
}

async function newestPost(context: WriteContext, discussionId: number) {
  return context.db
    .selectFrom('posts')
    .selectAll()
    .where('discussion_id', '=', discussionId)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<PostRow | undefined>
}

const touchedPosts = new RequestCache<Map<number, Set<number>>>()

/** Ids of the event posts that `context` added or changed in a discussion; undefined when no event was recorded. */
export function touchedEventPosts(context: Context, discussionId: number): ReadonlySet<number> | undefined {
  return touchedPosts.get(context)?.get(discussionId)
}

function touchedIn(context: Context, discussionId: number): Set<number> {
  const byDiscussion = touchedPosts.get(context) ?? new Map<number, Set<number>>()
  touchedPosts.set(context, byDiscussion)
  const touched = byDiscussion.get(discussionId) ?? new Set<number>()
  byDiscussion.set(discussionId, touched)
  return touched
}
