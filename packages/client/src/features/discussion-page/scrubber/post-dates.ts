import { buildQuery, type CollectionDocument } from '@parley/shared'
import { Observable } from '../../../store/observable.ts'

/** A post with its date, in milliseconds since 1970. */
export interface DatedPost {
  readonly number: number
  readonly time: number
}

/**
 * Maximum number of requests of one search for a date, and of those in which interpolation alternates with halving: 18
 * halvings find a place among 250,000 posts.
 */
const maxReads = 24
const maxInterpolating = 12

/** Loads a document of the API without storing it. */
type Read = (path: string) => Promise<CollectionDocument>

/**
 * The dates of a discussion's posts, as far as they are known: of loaded posts, and of those that were read for their
 * date alone. Dates rise with the numbers.
 */
export class PostDates extends Observable<{ readonly posts: readonly DatedPost[] }> {
  readonly #read: Read
  readonly #discussionId: string
  #isReading = false

  constructor(read: Read, discussionId: string) {
    super({ posts: [] })
    this.#read = read
    this.#discussionId = discussionId
  }

  /** Adds known posts. */
  add(posts: readonly DatedPost[]): void {
    const known = new Set(this.state.posts.map(({ number }) => number))
    const added = posts.filter(({ number }) => !known.has(number))
    if (added.length === 0) return
    this.set({ posts: [...this.state.posts, ...added].sort((one, other) => one.number - other.number) })
  }

  /**
   * The time of a post: known, or estimated from the posts around it. `isCertain` if its month is that of the posts on
   * both sides.
   */
  timeOf(number: number): { time: number; isCertain: boolean } | undefined {
    const { posts } = this.state
    const before = posts.findLast((post) => post.number <= number)
    const after = posts.find((post) => post.number >= number)
    if (before === undefined || after === undefined) return undefined
    if (before.number === after.number) return { time: before.time, isCertain: true }
    return { time: interpolateTime(before, after, number), isCertain: monthOf(before) === monthOf(after) }
  }

  /** Reads the date of a post, unless a read is running. */
  async load(number: number): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      const post = await this.#postNear(number)
      // The posts around a missing number tell its date.
      if (post) this.add([post, { number, time: post.time }])
    } catch {
      // The estimate stays.
    }
    this.#isReading = false
  }

  /**
   * Number of the first post from a time on; the last post when all are earlier. Reads posts in between until their
   * neighbour is found.
   * @param first the first post. @param last the last one.
   */
  async firstSince(time: number, first: DatedPost, last: DatedPost): Promise<number> {
    if (time <= first.time) return first.number
    if (time > last.time) return last.number
    const { posts } = this.state
    let before = posts.findLast((post) => post.time < time) ?? first
    let after = posts.find((post) => post.time >= time) ?? last
    let found = after.number
    for (let reads = 0; reads < maxReads && after.number - before.number > 1; reads += 1) {
      const isInterpolated = reads < maxInterpolating && reads % 2 === 0
      const near = isInterpolated ? interpolateNumber(before, after, time) : middle(before, after)
      const post = await this.#postNear(near)
      if (post === undefined) break
      this.add([post])
      // The closest visible post may be beyond one of the ends: then there is none between it and `near`.
      if (post.time < time) {
        before = { number: Math.max(near, post.number), time: Math.max(before.time, post.time) }
      } else {
        found = Math.min(found, post.number)
        after = { number: Math.min(near, post.number), time: Math.min(after.time, post.time) }
      }
    }
    return found
  }

  async #postNear(number: number): Promise<DatedPost | undefined> {
    const query = buildQuery({
      filter: { discussion: this.#discussionId },
      page: number > 1 ? { near: number, limit: 1 } : { limit: 1 },
      fields: { posts: 'number,createdAt' },
    })
    const { data } = await this.#read(`/posts?${query}`)
    const { attributes } = data[0] ?? {}
    if (attributes === undefined) return undefined
    return { number: Number(attributes.number), time: Date.parse(String(attributes.createdAt)) }
  }
}

/** Estimates by linear interpolation when the post `number` was written. */
function interpolateTime(before: DatedPost, after: DatedPost, number: number): number {
  const share = (number - before.number) / (after.number - before.number)
  return before.time + share * (after.time - before.time)
}

/** Estimates by linear interpolation which post was written at `time`; strictly between `before` and `after`. */
function interpolateNumber(before: DatedPost, after: DatedPost, time: number): number {
  const share = (time - before.time) / Math.max(1, after.time - before.time)
  const number = Math.round(before.number + share * (after.number - before.number))
  return Math.min(after.number - 1, Math.max(before.number + 1, number))
}

function middle(before: DatedPost, after: DatedPost): number {
  return Math.floor((before.number + after.number) / 2)
}

function monthOf({ time }: DatedPost): number {
  const date = new Date(time)
  return date.getFullYear() * 12 + date.getMonth()
}
