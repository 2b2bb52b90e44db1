import { loadRows } from '../../engine/jsonapi/rows.ts'
import type { Context } from '../../points/context/context.ts'
import type { PostRow } from '../posts/table.ts'
import type { NotificationRow } from './table.ts'

/**
 * Loads the event posts of notifications that `notifyAuthor` sent, by the id of the notification: the number in their
 * data leads to the post of the discussion that they are about.
 */
export async function loadEventPosts(
  notifications: readonly NotificationRow[],
  context: Context,
): Promise<Map<number, PostRow>> {
  const { types } = context.forum.points.notifications
  const places = notifications.flatMap(({ id, type, subject_id, data }) => {
    const { postNumber } = JSON.parse(data ?? '{}') as { postNumber?: unknown }
    const isOfDiscussion = types.get(type)?.subject === 'discussions'
    const hasPost = isOfDiscussion && typeof postNumber === 'number'
    return hasPost ? [{ id, discussionId: subject_id, number: postNumber }] : []
  })
  if (places.length === 0) return new Map()
  const found = await context.db
    .selectFrom('posts')
    .select(['id', 'discussion_id', 'number'])
    .where('type', '!=', 'comment')
    .where((eb) =>
      eb.or(
        places.map(({ discussionId, number }) =>
          eb.and([eb('discussion_id', '=', discussionId), eb('number', '=', number)]),
        ),
      ),
    )
    .execute()
  const ids = found.map(({ id }) => id)
  const posts = await loadRows(context, 'posts', ids)
  return new Map(
    places.flatMap(({ id, discussionId, number }) => {
      const place = found.find((post) => post.discussion_id === discussionId && post.number === number)
      const post = place && posts.get(place.id)
      return post ? [[id, post] as const] : []
    }),
  )
}
