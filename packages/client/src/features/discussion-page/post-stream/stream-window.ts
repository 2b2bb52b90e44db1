import type { CollectionDocument } from '@parley/shared'
import { chunkSize } from './posts-request.ts'

/** Maximum number of mounted posts. Beyond it, the posts farthest from the reader are removed. */
const maxPosts = 200

/** Milliseconds between two posts beyond which the page shows the gap: four days. */
const gapThreshold = 345_600_000

/** A post without its record. */
export interface StreamPost {
  readonly id: string
  readonly number: number
  /** RFC 3339. */
  readonly createdAt: string
}

/** A contiguous part of a discussion, ordered by number. */
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
 * The number that requests the posts before or after a window. The API answers with the ten posts before the closest
 * one, that one and the nine after it. So the answers touch or overlap the window, even if numbers in between are
 * deleted or hidden from the reader, and contain new posts if there are any.
 */
export function numberBeyond({ posts }: StreamWindow, direction: 'earlier' | 'later'): number {
  if (direction === 'later') return (posts.at(-1)?.number ?? 0) + chunkSize / 2 + 1
  return Math.max(1, (posts[0]?.number ?? 1) - chunkSize / 2)
}

/** Merges two windows that touch or overlap. `added` is newer, and takes precedence in its range. */
export function mergeWindows(current: StreamWindow, added: StreamWindow): StreamWindow {
  const [first] = added.posts
  const last = added.posts.at(-1)
  if (first === undefined || last === undefined) return current
  const before = current.posts.filter(({ number }) => number < first.number)
  const after = current.posts.filter(({ number }) => number > last.number)
  return {
    posts: [...before, ...added.posts, ...after],
    hasEarlier: before.length > 0 ? current.hasEarlier : added.hasEarlier,
    hasLater: after.length > 0 ? current.hasLater : added.hasLater,
  }
}

/** Adds posts that belong between those of a window. */
export function insertPosts(window: StreamWindow, added: readonly StreamPost[]): StreamWindow {
  const missing = added.filter(({ number }) => holdsNumber(window, number) && !holdsPost(window, number))
  if (missing.length === 0) return window
  return { ...window, posts: [...window.posts, ...missing].toSorted((a, b) => a.number - b.number) }
}

/**
 * Removes posts beyond an end of the discussion that a newer window has. Those that were not there when that window was
 * requested stay.
 * @param shown the window at that time.
 */
export function withoutGone(current: StreamWindow, shown: StreamWindow, newer: StreamWindow): StreamWindow {
  const first = newer.hasEarlier ? 0 : (newer.posts[0]?.number ?? 0)
  const last = newer.hasLater ? Number.POSITIVE_INFINITY : newer.posts.at(-1)?.number
  if (last === undefined) return current
  const isGone = ({ id, number }: StreamPost) =>
    (number < first || number > last) && shown.posts.some((post) => post.id === id)
  return { ...current, posts: current.posts.filter((post) => !isGone(post)) }
}

/** Whether a window exceeds the maximum number of posts. */
export function isTooLong({ posts }: StreamWindow): boolean {
  return posts.length > maxPosts
}

/** Removes excess posts at the end `from`, which is farther from the reader. */
export function trimWindow(window: StreamWindow, from: 'start' | 'end', max = maxPosts): StreamWindow {
  const { posts } = window
  if (posts.length <= max) return window
  if (from === 'start') return { ...window, posts: posts.slice(posts.length - max), hasEarlier: true }
  return { ...window, posts: posts.slice(0, max), hasLater: true }
}

/** The post with the closest number; the earlier of two equally close ones. `undefined` in an empty window. */
export function closestPost({ posts }: StreamWindow, number: number): StreamPost | undefined {
  let closest: StreamPost | undefined
  for (const post of posts) {
    if (closest === undefined || Math.abs(post.number - number) < Math.abs(closest.number - number))
      closest = post
  }
  return closest
}

/** Whether the window covers a number, so that going there needs no request. */
export function holdsNumber({ posts, hasEarlier, hasLater }: StreamWindow, number: number): boolean {
  const first = posts[0]?.number ?? Number.POSITIVE_INFINITY
  const last = posts.at(-1)?.number ?? Number.NEGATIVE_INFINITY
  return (number >= first || !hasEarlier) && (number <= last || !hasLater)
}

/** Whether the post with exactly that number is loaded. */
export function holdsPost({ posts }: StreamWindow, number: number): boolean {
  return posts.some((post) => post.number === number)
}

/** The viewer's unread posts. */
export interface Unread {
  /** Number of the last read post. */
  lastRead: number
  /** How many are unread after it. */
  count: number
  /** Numbers of unread posts up to it. */
  late: readonly number[]
}

/**
 * The lines "new posts", by the ids of the posts below them: above unread posts that follow a read one, how many they are. If all
 * posts are new there is none, since it would be meaningless.
 */
export function unreadMarks({ posts }: StreamWindow, { lastRead, count, late }: Unread): Map<string, number> {
  const marks = new Map<string, number>()
  let below: string | undefined
  let followsRead = false
  for (const { id, number } of posts) {
    const isNew = count > 0 && number > lastRead
    const isUnread = isNew || late.includes(number)
    if (!isUnread) below = undefined
    else if (followsRead) below = id
    if (below !== undefined) marks.set(below, (marks.get(below) ?? 0) + (isNew ? count : 1))
    if (isNew) break
    followsRead = !isUnread
  }
  return marks
}

/** Milliseconds between two posts, if they exceed `gapThreshold`. */
export function timeGap(before: StreamPost | undefined, post: StreamPost): number | undefined {
  if (before === undefined) return undefined
  const passed = Date.parse(post.createdAt) - Date.parse(before.createdAt)
  return passed > gapThreshold ? passed : undefined
}
