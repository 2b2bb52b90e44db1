import { type PostRow, preferenceOf, type WriteContext } from '@parley/server'
import '../table.ts'
import type { NewPost } from './notification.ts'

/** What a follower must have read to be told of a new post: all that was there before it. */
export interface ReadBefore {
  /** Number of the last visible comment before the post; 0 without one. */
  number: number
  /** When that was written. */
  at: string | null
}

/** Whether users besides the author follow the discussion of a post. */
export async function hasFollowers({ db }: WriteContext, post: PostRow): Promise<boolean> {
  const follower = await db
    .selectFrom('discussion_user')
    .select('user_id')
    .where('discussion_id', '=', post.discussion_id)
    .where('subscription', '=', 'follow')
    .where('user_id', '!=', post.user_id ?? 0)
    .limit(1)
    .executeTakeFirst()
  return follower !== undefined
}

/** The last visible comment besides a new post. */
export async function readBefore({ db }: WriteContext, post: PostRow): Promise<ReadBefore> {
  const last = await db
    .selectFrom('posts')
    .select(['number', 'created_at'])
    .where('discussion_id', '=', post.discussion_id)
    .where('type', '=', 'comment')
    .where('hidden_at', 'is', null)
    .where('is_private', '=', false)
    .where('id', '!=', post.id)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { number: last?.number ?? 0, at: last?.created_at ?? null }
}

/** A batch of followers, and the id to go on after; undefined at the end. */
interface FollowerBatch {
  userIds: number[]
  next: number | undefined
}

/** Reads the next followers: those of them who are to be told of a post if they may see it. */
export async function nextFollowers(
  context: WriteContext,
  { post, before, after, limit }: { post: NewPost; before: ReadBefore; after: number; limit: number },
): Promise<FollowerBatch> {
  const followers = await context.db
    .selectFrom('discussion_user')
    .innerJoin('users', 'users.id', 'discussion_user.user_id')
    .select([
      'users.id',
      'users.preferences',
      'users.marked_all_as_read_at',
      'discussion_user.last_read_post_number',
    ])
    .where('discussion_user.discussion_id', '=', post.discussionId)
    .where('discussion_user.subscription', '=', 'follow')
    .where('discussion_user.user_id', '>', after)
    .orderBy('discussion_user.user_id')
    .limit(limit)
    .execute()
  const told = followers.filter((follower) => {
    if (follower.id === post.userId) return false
    return isCaughtUp(follower, post, before) || wantsAllPosts(follower, context)
  })
  return {
    userIds: told.map(({ id }) => id),
    next: followers.length === limit ? followers.at(-1)?.id : undefined,
  }
}

interface ReadState {
  last_read_post_number: number | null
  marked_all_as_read_at: string | null
}

/** Whether a follower has read all that was there before a post, and not the post itself. */
function isCaughtUp(follower: ReadState, post: NewPost, before: ReadBefore): boolean {
  const { last_read_post_number: read, marked_all_as_read_at: markedAt } = follower
  const number = read ?? 0
  // A post that was approved late has a number that is read already.
  if (post.number > before.number && number >= post.number) return false
  return number >= before.number || (markedAt !== null && before.at !== null && markedAt >= before.at)
}

function wantsAllPosts(user: { preferences: string | null }, { forum }: WriteContext): boolean {
  return preferenceOf(user, 'flarum-subscriptions.notify_for_all_posts', forum) === true
}
