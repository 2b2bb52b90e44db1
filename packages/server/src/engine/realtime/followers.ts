import type { WebSocket } from 'ws'

/** One browser's connection. */
export interface Follower {
  readonly socket: Pick<WebSocket, 'send' | 'ping' | 'close' | 'terminate' | 'bufferedAmount'>
  /** The account; 0 for a guest. */
  readonly accountId: number
  /** The access token that proves the account; undefined for a guest. */
  readonly tokenId: number | undefined
  /** What the limit per address counts. */
  readonly address: string
  topics: ReadonlySet<string>
  /** Whether it has answered since the last heartbeat. */
  isAlive: boolean
  /** How many messages it has sent since then. */
  sent: number
  /** How many events it was sent since then because it had missed them. */
  resent: number
  /** Whether it may still ask for what it missed: once for each connection. */
  mayResume: boolean
}

/** The connected browsers, and the topics that each follows. */
export class Followers {
  readonly #all = new Set<Follower>()
  readonly #byTopic = new Map<string, Set<Follower>>()
  readonly #byAddress = new Map<string, number>()

  get size(): number {
    return this.#all.size
  }

  /** Returns the number of connections of an address. */
  countOf(address: string): number {
    return this.#byAddress.get(address) ?? 0
  }

  add(follower: Follower): void {
    this.#all.add(follower)
    this.#byAddress.set(follower.address, this.countOf(follower.address) + 1)
    for (const topic of follower.topics) this.#join(topic, follower)
  }

  remove(follower: Follower): void {
    if (!this.#all.delete(follower)) return
    const left = this.countOf(follower.address) - 1
    if (left > 0) this.#byAddress.set(follower.address, left)
    else this.#byAddress.delete(follower.address)
    for (const topic of follower.topics) this.#leave(topic, follower)
  }

  /** Replaces the topics that a browser follows. */
  follow(follower: Follower, topics: ReadonlySet<string>): void {
    for (const topic of follower.topics.difference(topics)) this.#leave(topic, follower)
    for (const topic of topics.difference(follower.topics)) this.#join(topic, follower)
    follower.topics = topics
  }

  of(topic: string): ReadonlySet<Follower> {
    return this.#byTopic.get(topic) ?? new Set()
  }

  /** The ids of the rows that a topic is followed for: 7 for `discussion:7`; at most `limit`. */
  idsOf(topic: string, limit: number): number[] {
    const ids: number[] = []
    for (const name of this.#byTopic.keys()) {
      if (!name.startsWith(`${topic}:`)) continue
      ids.push(Number(name.slice(topic.length + 1)))
      if (ids.length === limit) break
    }
    return ids
  }

  [Symbol.iterator](): Iterator<Follower> {
    return this.#all.values()
  }

  #join(topic: string, follower: Follower): void {
    const followers = this.#byTopic.get(topic)
    if (followers) followers.add(follower)
    else this.#byTopic.set(topic, new Set([follower]))
  }

  #leave(topic: string, follower: Follower): void {
    const followers = this.#byTopic.get(topic)
    followers?.delete(follower)
    if (followers?.size === 0) this.#byTopic.delete(topic)
  }
}
