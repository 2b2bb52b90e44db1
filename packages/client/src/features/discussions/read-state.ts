import type { StoreRecord } from '../../store/record.ts'

type Discussion = StoreRecord<'discussions'>
type Viewer = StoreRecord<'users'> | undefined

/** Returns the number of unread comments. 0 for guests, and for what "mark all as read" covers. */
export function unreadCount(discussion: Discussion, viewer: Viewer): number {
  return newCount(discussion, viewer) + lateNumbers(discussion, viewer).length
}

/** Returns the number of unread comments after the last read post. */
export function newCount(discussion: Discussion, viewer: Viewer): number {
  const { lastPostedAt, lastPostNumber = 0, lastReadPostNumber = 0, commentCount = 0 } = discussion
  // Event posts and hidden ones have numbers, too, and those of deleted posts are not reused: the server counts.
  const { unreadCommentCount = commentCount } = discussion
  if (viewer === undefined || !lastPostedAt) return 0
  const { markedAllAsReadAt } = viewer
  if (markedAllAsReadAt && Date.parse(lastPostedAt) <= Date.parse(markedAllAsReadAt)) return 0
  return Math.min(Math.max(0, lastPostNumber - lastReadPostNumber), unreadCommentCount)
}

/** Returns the numbers of unread comments that became public after the reader had passed them. */
export function lateNumbers({ lateUnread = [] }: Discussion, viewer?: Viewer): number[] {
  const markedAt = Date.parse(viewer?.markedAllAsReadAt ?? '')
  return lateUnread.filter(({ shownAt }) => !(Date.parse(shownAt) <= markedAt)).map(({ number }) => number)
}

/** Returns the number of the first unread post; where all are read, the one after the last read post. */
export function firstUnread(discussion: Discussion, viewer: Viewer): number {
  const late = lateNumbers(discussion, viewer)
  // They come first: after the last read post they are late only where "mark all as read" covers the others.
  return late.length > 0 ? Math.min(...late) : (discussion.lastReadPostNumber ?? 0) + 1
}

/** Returns the number of comments after the first. */
export function replyCount({ commentCount = 0 }: StoreRecord<'discussions'>): number {
  return Math.max(0, commentCount - 1)
}
