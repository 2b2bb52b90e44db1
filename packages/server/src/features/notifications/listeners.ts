import type { WriteContext } from '../../points/context/context.ts'
import type { Listeners } from '../../points/work/events.ts'
import type { DiscussionRow } from '../discussions/table.ts'
import type { PostRow } from '../posts/table.ts'
import { removeNotificationsAbout, subjectVisibilityChanged, visibilityChanged } from './subjects.ts'
import { markCountsStale } from './sync/stale-counts.ts'

/** A discussion without visible comments is not for everybody (api-core 4.17): the last one takes it with it. */
const isAlmostEmpty = (discussion: DiscussionRow) => discussion.comment_count <= 1

const discussionChanged = ({ discussion }: { discussion: DiscussionRow }, context: WriteContext) =>
  visibilityChanged(context, 'discussions', discussion.id)

const postChanged = ({ post }: { post: PostRow }, context: WriteContext) =>
  isAlmostEmpty(post.discussion)
    ? visibilityChanged(context, 'discussions', post.discussion_id)
    : subjectVisibilityChanged(context, 'posts', post.id)

/** What happens to subjects, and what is counted. */
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
  // Preferences decide what is counted.
  'resource.changed': async ({ type, id }, context) => {
    if (type === 'users') await markCountsStale(context, [id])
  },
}
