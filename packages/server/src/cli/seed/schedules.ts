import type { Random } from './random.ts'
import { discussionSizes } from './sizes.ts'

const day = 86_400_000

/** When a discussion begins, how many posts it gets and by when it has them; times in milliseconds. */
export interface DiscussionSchedule {
  start: number
  size: number
  deadline: number
}

/** The courses of all discussions between two times, in the order in which they begin. */
export function planSchedules(
  random: Random,
  counts: { discussions: number; posts: number },
  from: number,
  until: number,
): DiscussionSchedule[] {
  const sizes = discussionSizes(counts.discussions, counts.posts)
  const span = until - from
  const starts = sizes.map(() => from + Math.floor(span * 0.98 * random.next() ** 0.8)).sort((a, b) => a - b)
  return arrange(random, sizes).map((size, place) => {
    const start = starts[place] ?? from
    const days = 1 + size ** 0.7 * (0.3 + random.wait())
    return { start, size, deadline: Math.min(until, start + days * day) }
  })
}

/** The largest discussions are old enough to have become large; the others come as they like. */
function arrange(random: Random, sizes: readonly number[]): number[] {
  const large = Math.ceil(sizes.length / 250)
  const early = Math.ceil(sizes.length * 0.3)
  const rest = random.shuffle(sizes.slice(large))
  const head = random.shuffle([...sizes.slice(0, large), ...rest.splice(0, Math.max(0, early - large))])
  return [...head, ...rest]
}

/** The time of the next post: posts come at random, but the last one not after the deadline. */
export function nextTime(
  random: Random,
  now: number,
  { deadline }: DiscussionSchedule,
  left: number,
): number {
  const remaining = Math.max(0, deadline - now)
  const pause = Math.min((remaining / (left + 1)) * random.wait(), remaining / 2)
  return Math.min(Math.floor(now + pause) + 1, Math.max(deadline, now + 1))
}

/** Things that wait for their time; the earliest comes first, of two at the same time the one added first. */
export class PriorityQueue<Thing> {
  readonly #heap: { time: number; order: number; thing: Thing }[] = []
  #added = 0

  get nextTime(): number {
    return this.#heap[0]?.time ?? Number.POSITIVE_INFINITY
  }

  add(time: number, thing: Thing): void {
    const heap = this.#heap
    const entry = { time, order: this.#added++, thing }
    let place = heap.push(entry) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!this.#isBefore(place, parent)) return
      this.#swap(place, parent)
      place = parent
    }
  }

  take(): Thing | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first?.thing
    heap[0] = last
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2]
      let earliest = place
      if (left < heap.length && this.#isBefore(left, earliest)) earliest = left
      if (right < heap.length && this.#isBefore(right, earliest)) earliest = right
      if (earliest === place) return first.thing
      this.#swap(place, earliest)
      place = earliest
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
