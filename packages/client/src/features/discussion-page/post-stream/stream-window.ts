import type { CollectionDocument } from '@parley/shared'

/** Posts the API gives at a time. */
export const chunkSize = 20

/** How many posts are mounted at most. Beyond, those farthest from the reader go. */
const MOST = 200

/** Nothing between two posts for longer than this is worth a remark; milliseconds, four days. */
const GAP = 345_600_000

/** What is known of a post without its record. */
export interface StreamPost {
  readonly id: string
  readonly number: number
  /** RFC 3339. */
  readonly createdAt: string
}

/** A part of a discussion without holes, in order of numbers. */
export interface StreamWindow {
  readonly posts: readonly StreamPost[]
  readonly hasEarlier: boolean
  readonly hasLater: boolean
}

/** The window that an answer to `GET /posts?filter[discussion]&page[near]` holds. */
export function windowOf({ data, links }: CollectionDocument): StreamWindow {
  const posts = data.map(({ id, attributes }) => ({
    id,
    number: Number(attributes?.number),
    createdAt: String(attributes?.createdAt),
  }))
  return { posts, hasEarlier: links.prev !== undefined, hasLater: links.next !== undefined }
}

/**
 * The number to ask for, to get what lies before or after a window. The API answers with the ten posts before the
 * closest one, that one and the nine after it. So these answers touch or overlap what is known, however many numbers
 * in between were deleted or are hidden from the reader, and bring something new unless there is nothing.
 */
export function numberBeyond({ posts }: StreamWindow, direction: 'earlier' | 'later'): number {
  if (direction === 'later') return (posts.at(-1)?.number ?? 0) + chunkSize / 2 + 1
  return Math.max(1, (posts[0]?.number ?? 1) - chunkSize / 2)
}

/** Two windows that touch or overlap as one; the newer knows better what is at its ends and in between. */
export function mergeWindows(known: StreamWindow, added: StreamWindow): StreamWindow {
  const [first] = added.posts
  const last = added.posts.at(-1)
  if (first === undefined || last === undefined) return known
  const before = known.posts.filter(({ number }) => number < first.number)
  const after = known.posts.filter(({ number }) => number > last.number)
  return {
    posts: [...before, ...added.posts, ...after],
    hasEarlier: before.length > 0 ? known.hasEarlier : added.hasEarlier,
    hasLater: after.length > 0 ? known.hasLater : added.hasLater,
  }
}

/** Whether there are more posts than may be mounted. */
export function isTooLong({ posts }: StreamWindow): boolean {
  return posts.length > MOST
}

/** Takes away what is too much, at the end that is farther from the reader. */
export function trimWindow(window: StreamWindow, from: 'start' | 'end', most = MOST): StreamWindow {
  const { posts } = window
  if (posts.length <= most) return window
  if (from === 'start') return { ...window, posts: posts.slice(posts.length - most), hasEarlier: true }
  return { ...window, posts: posts.slice(0, most), hasLater: true }
}

/** The post closest to a number; of two equally close ones the earlier. `undefined` in an empty window. */
export function closestPost({ posts }: StreamWindow, number: number): StreamPost | undefined {
  let closest: StreamPost | undefined
  for (const post of posts) {
    if (closest === undefined || Math.abs(post.number - number) < Math.abs(closest.number - number))
      closest = post
  }
  return closest
}

/** Whether going to a number needs nothing from the server. */
export function holdsNumber({ posts, hasEarlier, hasLater }: StreamWindow, number: number): boolean {
  const first = posts[0]?.number ?? Number.POSITIVE_INFINITY
  const last = posts.at(-1)?.number ?? Number.NEGATIVE_INFINITY
  return (number >= first || !hasEarlier) && (number <= last || !hasLater)
}

/** Whether the very post of a number is loaded. */
export function holdsPost({ posts }: StreamWindow, number: number): boolean {
  return posts.some((post) => post.number === number)
}

/**
 * Id of the post that the line "new posts" stands before: the first one beyond what was read, when a read one is
 * right before it. Nothing when everything is new: then the line would say nothing.
 */
export function unreadMarkAt({ posts }: StreamWindow, lastRead: number): string | undefined {
  const index = posts.findIndex(({ number }) => number > lastRead)
  return index > 0 ? posts[index]?.id : undefined
}

/** Milliseconds between two posts, when they are so many that the reader is told. */
export function timeGap(before: StreamPost | undefined, post: StreamPost): number | undefined {
  if (before === undefined) return undefined
  const passed = Date.parse(post.createdAt) - Date.parse(before.createdAt)
  return passed > GAP ? passed : undefined
}
