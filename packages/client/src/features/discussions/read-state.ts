import type { StoreRecord } from '../../store/record.ts'

/**
 * Returns the number of unread comments. 0 for guests, and for discussions covered by "mark all as read". Where event
 * posts are among the unread ones, it may be too high, but never more than there are comments after the first.
 */
export function unreadCount(
  discussion: StoreRecord<'discussions'>,
  viewer: StoreRecord<'users'> | undefined,
): number {
  const { lastPostedAt, lastPostNumber = 0, lastReadPostNumber = 0, commentCount = 0 } = discussion
  if (viewer === undefined || !lastPostedAt) return 0
  const { markedAllAsReadAt } = viewer
  if (markedAllAsReadAt && Date.parse(lastPostedAt) <= Date.parse(markedAllAsReadAt)) return 0
  // Event posts have numbers, too, and those of deleted posts are not reused: there may be fewer comments than numbers.
  const mostUnread = lastReadPostNumber > 0 ? replyCount(discussion) : commentCount
  return Math.min(Math.max(0, lastPostNumber - lastReadPostNumber), mostUnread)
}

/** Returns the number of comments after the first. */
export function replyCount({ commentCount = 0 }: StoreRecord<'discussions'>): number {
  return Math.max(0, commentCount - 1)
}
