import { type Context, loadRows, type PostRow, type Relation, type ResourceRows } from '@parley/server'

type NotificationRow = ResourceRows['notifications']

/** What a notification says of the post that mentions its subject. */
export interface MentioningPlace extends Pick<NotificationRow, 'id' | 'subject_id' | 'from_user_id'> {
  replyNumber: number
}

/**
 * The posts that the notifications of mentioned posts are about, by the id of the notification: the newest by that author with
 * that number that mentions the subject, in any discussion, where the actor sees it.
 */
export async function findMentioningPosts(
  places: readonly MentioningPlace[],
  context: Context,
): Promise<ReadonlyMap<number, PostRow>> {
  if (places.length === 0) return new Map()
  const found = await context.db
    .selectFrom('post_mentions_post as link')
    .innerJoin('posts', 'posts.id', 'link.post_id')
    .select(['posts.id', 'posts.user_id', 'link.number', 'link.mentions_post_id'])
    .where((eb) =>
      eb.or(
        places.map(({ subject_id, replyNumber }) =>
          eb.and([eb('link.mentions_post_id', '=', subject_id), eb('link.number', '=', replyNumber)]),
        ),
      ),
    )
    .orderBy('posts.id', 'desc')
    .execute()
  const ids = found.map(({ id }) => id)
  const posts = ids.length > 0 ? await loadRows(context, 'posts', ids) : new Map<number, PostRow>()
  return new Map(
    places.flatMap(({ id, subject_id, from_user_id, replyNumber }) => {
      const place = found.find(
        (post) =>
          post.mentions_post_id === subject_id &&
          post.number === replyNumber &&
          post.user_id === from_user_id &&
          posts.has(post.id),
      )
      const post = place && posts.get(place.id)
      return post ? [[id, post] as const] : []
    }),
  )
}

/** `mentioningPost` of notifications: the post that mentions the one that they are about. */
export const mentioningPost: Relation<NotificationRow> = {
  to: 'posts',
  form: 'basic',
  load(notifications, context) {
    const places = notifications.flatMap(({ id, type, subject_id, from_user_id, data }) => {
      const { replyNumber } = JSON.parse(data ?? '{}') as { replyNumber?: number }
      const isOfPost = type === 'postMentioned' && replyNumber !== undefined
      return isOfPost ? [{ id, subject_id, from_user_id, replyNumber }] : []
    })
    return findMentioningPosts(places, context)
  },
}
