import type { App } from '@parley/client'
import { MOST_ADDRESSES } from '../shared/rules.ts'
import type { LinkPreviewAnswer } from '../shared.ts'

type Show = (answer: LinkPreviewAnswer) => void

/** Milliseconds for which addresses wait for others to be asked with. */
const batchDelay = 50
/** Requests that are under way at once, of one address each or of many. */
const mostRequests = 4

const failed: LinkPreviewAnswer = { error: '' }

/**
 * Asks the forum for previews, each address once: what cannot be fetched counts as an answer, too. Answers are kept until `forget`.
 */
export class Previews {
  readonly #api: Pick<App['api'], 'request'>
  readonly #batchSize: number
  readonly #answers = new Map<string, LinkPreviewAnswer>()
  /** What waits for an address that is queued or under way. */
  readonly #waiting = new Map<string, Set<Show>>()
  readonly #queue: string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #requests = 0

  /** @param inBatches whether one request asks for several addresses. */
  constructor(api: Pick<App['api'], 'request'>, inBatches: boolean) {
    this.#api = api
    this.#batchSize = inBatches ? MOST_ADDRESSES : 1
  }

  /** Whether `ask` sends no request for an address: its answer is known or under way. */
  isAsked(address: string): boolean {
    return this.#answers.has(address) || this.#waiting.has(address)
  }

  /** Shows the answer for an address: at once if it is known. @returns forgoes the answer. */
  ask(address: string, show: Show): () => void {
    const answer = this.#answers.get(address)
    if (answer) {
      show(answer)
      return () => {}
    }
    const shows = this.#waiting.get(address) ?? this.#enqueue(address)
    shows.add(show)
    return () => shows.delete(show)
  }

  /** Forgets the answers. */
  forget(): void {
    this.#answers.clear()
  }

  #enqueue(address: string): Set<Show> {
    const shows = new Set<Show>()
    this.#waiting.set(address, shows)
    this.#queue.push(address)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#send()
    }, batchDelay)
    return shows
  }

  #send(): void {
    while (this.#requests < mostRequests) {
      const addresses = this.#nextBatch()
      if (addresses.length === 0) return
      this.#requests++
      void this.#fetch(addresses).then(() => {
        this.#requests--
        // Else the queue waits for more addresses.
        if (this.#timer === undefined) this.#send()
      })
    }
  }

  /** Takes the next addresses from the queue whose cards are still in the page. */
  #nextBatch(): string[] {
    const batch: string[] = []
    while (batch.length < this.#batchSize) {
      const address = this.#queue.shift()
      if (address === undefined) break
      if (this.#waiting.get(address)?.size) batch.push(address)
      else this.#waiting.delete(address)
    }
    return batch
  }

  async #fetch(addresses: readonly string[]): Promise<void> {
    const answers = await this.#request(addresses).catch(() => null)
    for (const address of addresses) {
      const answer = answers?.[address] ?? failed
      const shows = this.#waiting.get(address) ?? []
      this.#waiting.delete(address)
      this.#answers.set(address, answer)
      for (const show of shows) show(answer)
    }
  }

  /** @returns the answers by address, in whatever order. */
  async #request(addresses: readonly string[]): Promise<Partial<Record<string, LinkPreviewAnswer>> | null> {
    const path = '/datlechin-link-preview'
    if (this.#batchSize > 1) {
      const body = { urls: addresses }
      return this.#api.request(`${path}/batch`, { method: 'POST', body, isBackground: true })
    }
    const [address = ''] = addresses
    const query = `url=${encodeURIComponent(address)}`
    return {
      [address]: await this.#api.request<LinkPreviewAnswer>(`${path}?${query}`, { isBackground: true }),
    }
  }
}

const ofApps = new WeakMap<App, Previews>()

/** The previews of a page, which are asked for again after it was hidden. */
export function previewsOf(app: App): Previews {
  const existing = ofApps.get(app)
  if (existing !== undefined) return existing
  const { api, boot, forum } = app
  // Without rights of one's own, one reads only.
  const inBatches = forum['datlechin-link-preview.enableBatchRequests'] === true && !boot.isView
  const previews = new Previews(api, inBatches)
  ofApps.set(app, previews)
  forgetWhenHidden(previews, document)
  return previews
}

/** Forgets the answers whenever the page becomes hidden. */
export function forgetWhenHidden(previews: Previews, page: Document): void {
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'hidden') previews.forget()
  })
}
