import { currentRow } from '../../engine/jsonapi/rows.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import type { EventPosts } from '@parley/shared'
import type { Context, WriteContext } from '../../points/context/context.ts'
import { mergeEvents } from '../../points/posts/event-posts.ts'
import type { PostRow } from './table.ts'
import { deletePostRow, insertPost } from './writing/post-rows.ts'

/** The event post that an event led to. */
export interface ToldEvent {
  /** As it is now, or as it was before it went. */
  post: PostRow
  /** The event took back the one before it, and their post is gone. */
  cancelled: boolean
}

/**
 * Tells of an event in a discussion whose row the caller has locked: adds an event post of the actor, or changes
 * or removes the newest post if that tells of the same kind of event by the same actor (api-core 4.8).
 */
export async function addEventPost<Type extends keyof EventPosts & string>(
  context: WriteContext,
  discussionId: number,
  type: Type,
  content: EventPosts[Type],
): Promise<ToldEvent> {
  const eventPost = context.forum.points.eventPosts.get(type)
  if (!eventPost) throw new Error(`Event post '${type}' is not declared`)
  const touched = touchedBy(context, discussionId)
  const newest = await newestPost(context, discussionId)
  if (newest?.type === type && newest.user_id === context.actor.id) {
    const merged = mergeEvents(eventPost, JSON.parse(newest.content), content)
    if (merged === null) {
      await deletePostRow(context, newest)
      touched.delete(newest.id)
      return { post: newest, cancelled: true }
    }
    if (merged !== undefined) {
      await context.db
        .updateTable('posts')
        .set({ content: JSON.stringify(merged) })
        .where('id', '=', newest.id)
        .execute()
      touched.add(newest.id)
      return { post: (await currentRow(context, 'posts', newest.id)) ?? newest, cancelled: false }
    }
  }
  const post = await insertPost(context, {
    discussionId,
    type,
    content: JSON.stringify(content),
  })
  touched.add(post.id)
  return { post, cancelled: false }
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

const notes = new RequestCache<Map<number, Set<number>>>()

/** Ids of the event posts that `context` added or changed in a discussion; undefined if it dealt with none. */
export function touchedEventPosts(context: Context, discussionId: number): ReadonlySet<number> | undefined {
  return notes.get(context)?.get(discussionId)
}

function touchedBy(context: Context, discussionId: number): Set<number> {
  const byDiscussion = notes.get(context) ?? new Map<number, Set<number>>()
  notes.set(context, byDiscussion)
  const touched = byDiscussion.get(discussionId) ?? new Set<number>()
  byDiscussion.set(discussionId, touched)
  return touched
}
