import type { WriteContext } from '../../points/context/context.ts'
import type { Listeners } from '../../points/events/events.ts'
import type { DiscussionRow } from '../discussions/table.ts'
import type { PostRow } from '../posts/table.ts'
import { removeNotificationsAbout, subjectVisibilityChanged, visibilityChanged } from './subjects.ts'
import { markCountsStale } from './sync/stale-counts.ts'

/** Whether a discussion has at most one visible comment: without any, fewer users see it (api-core 4.17). */
const isAlmostEmpty = (discussion: DiscussionRow) => discussion.comment_count <= 1

const discussionChanged = ({ discussion }: { discussion: DiscussionRow }, context: WriteContext) =>
  visibilityChanged(context, 'discussions', discussion.id)

const postChanged = ({ post }: { post: PostRow }, context: WriteContext) =>
  isAlmostEmpty(post.discussion)
    ? visibilityChanged(context, 'discussions', post.discussion_id)
    : subjectVisibilityChanged(context, 'posts', post.id)

/** Listeners that keep the visibility of subjects and the counts up to date. */
export const notificationListeners: Listeners = {
  'discussion.hidden': discussionChanged,
  'discussion.restored': discussionChanged,
  'discussion.madePrivate': discussionChanged,
  'discussion.madePublic': discussionChanged,
  'post.hidden': postChanged,
  'post.restored': postChanged,
  'post.madePrivate': postChanged,
  'post.madePublic': postChanged,
  'post.created': async ({ post: { discussion, number } }, context) => {
    if (number > 1 && isAlmostEmpty(discussion)) await discussionChanged({ discussion }, context)
  },
  'post.deleted': async ({ post, discussion }, context) => {
    await removeNotificationsAbout(context, 'posts', post.id)
    if (isAlmostEmpty(discussion)) await discussionChanged({ discussion }, context)
  },
  // Counts depend on preferences.
  'resource.changed': async ({ type, id }, context) => {
    if (type === 'users') await markCountsStale(context, [id])
  },
}
