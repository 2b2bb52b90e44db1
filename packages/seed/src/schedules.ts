import type { Random } from './random.ts'
import { discussionSizes } from './sizes.ts'

const day = 86_400_000

/** Start, number of posts and deadline of a discussion; times in milliseconds. */
export interface DiscussionSchedule {
  start: number
  size: number
  deadline: number
}

/** The schedules of all discussions between two times, ordered by start. */
export function planSchedules(
  random: Random,
  counts: { discussions: number; posts: number },
  from: number,
  until: number,
): DiscussionSchedule[] {
  const sizes = discussionSizes(counts.discussions, counts.posts)
  const span = until - from
  const starts = sizes.map(() => from + Math.floor(span * 0.98 * random.next() ** 0.8)).sort((a, b) => a - b)
  return orderSizes(random, sizes).map((size, index) => {
    const start = starts[index] ?? from
    const days = 1 + size ** 0.7 * (0.3 + random.wait())
    return { start, size, deadline: Math.min(until, start + days * day) }
  })
}

/** Puts the largest discussions among the earliest ones, which have time to grow; the order of others is random. */
function orderSizes(random: Random, sizes: readonly number[]): number[] {
  const large = Math.ceil(sizes.length / 250)
  const early = Math.ceil(sizes.length * 0.3)
  const rest = random.shuffle(sizes.slice(large))
  const head = random.shuffle([...sizes.slice(0, large), ...rest.splice(0, Math.max(0, early - large))])
  return [...head, ...rest]
}

/** The time of the next post: pauses are random, but the last post does not exceed the deadline. */
export function nextTime(
  random: Random,
  now: number,
  { deadline }: DiscussionSchedule,
  postsLeft: number,
): number {
  const remaining = Math.max(0, deadline - now)
  const pause = Math.min((remaining / (postsLeft + 1)) * random.wait(), remaining / 2)
  return Math.min(Math.floor(now + pause) + 1, Math.max(deadline, now + 1))
}

/** A priority queue by time; items with equal times keep the order in which they were added. */
export class PriorityQueue<Item> {
  readonly #heap: { time: number; order: number; item: Item }[] = []
  #added = 0

  get nextTime(): number {
    return this.#heap[0]?.time ?? Number.POSITIVE_INFINITY
  }

  add(time: number, item: Item): void {
    const heap = this.#heap
    const entry = { time, order: this.#added++, item }
    let index = heap.push(entry) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.#isBefore(index, parent)) return
      this.#swap(index, parent)
      index = parent
    }
  }

  take(): Item | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first?.item
    heap[0] = last
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2]
      let earliest = index
      if (left < heap.length && this.#isBefore(left, earliest)) earliest = left
      if (right < heap.length && this.#isBefore(right, earliest)) earliest = right
      if (earliest === index) return first.item
      this.#swap(index, earliest)
      index = earliest
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]]
    if (!a || !b) return false
    return a.time < b.time || (a.time === b.time && a.order < b.order)
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]]
    if (!a || !b) return
    this.#heap[one] = b
    this.#heap[other] = a
  }
}
