import type { StoreRecord } from '../../store/record.ts'

/** Returns the number of unread comments. 0 for guests, and for discussions covered by "mark all as read". */
export function unreadCount(
  discussion: StoreRecord<'discussions'>,
  viewer: StoreRecord<'users'> | undefined,
): number {
  const { lastPostedAt, lastPostNumber = 0, lastReadPostNumber = 0, commentCount = 0 } = discussion
  // Event posts and hidden ones have numbers, too, and those of deleted posts are not reused: the server counts.
  const { unreadCommentCount = commentCount } = discussion
  if (viewer === undefined || !lastPostedAt) return 0
  const { markedAllAsReadAt } = viewer
  if (markedAllAsReadAt && Date.parse(lastPostedAt) <= Date.parse(markedAllAsReadAt)) return 0
  return Math.min(Math.max(0, lastPostNumber - lastReadPostNumber), unreadCommentCount)
}

/** Returns the number of comments after the first. */
export function replyCount({ commentCount = 0 }: StoreRecord<'discussions'>): number {
  return Math.max(0, commentCount - 1)
}
