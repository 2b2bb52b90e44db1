import { type App, loadDocument } from '@parley/client'
import { buildQuery } from '@parley/shared'
import { hasGuestReacted } from './guest.ts'

/**
 * Milliseconds from the first news of a post until it is loaded again, since more may follow, and up to how many more: not all
 * readers ask the server at the same moment.
 */
const gatherFor = 1500
const spreadOver = 250
/** Milliseconds for which the posts of a page are gathered, whose own reactions of a guest are missing. */
const gatherOwnFor = 50
const mostPosts = 50

const quiet = { isBackground: true }

interface Message {
  event: string
  data: unknown
}

/** Keeps the reactions to the shown posts of a discussion up to date. */
class ReactionNews {
  readonly #app: App
  readonly #topic: string
  /** How often each post is shown. */
  readonly #shown = new Map<string, number>()
  readonly #due = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #unfollow: (() => void) | undefined
  /** Until when it has followed before, as `performance.now()` tells it. */
  #followedUntil = 0

  constructor(app: App, discussionId: string) {
    this.#app = app
    this.#topic = `discussion:${discussionId}`
  }

  /** Follows a post. @returns stops that. */
  watch(id: string): () => void {
    this.#unfollow ??= this.#follow()
    const count = this.#shown.get(id) ?? 0
    this.#shown.set(id, count + 1)
    // Pages of guests are the same for all of them.
    if (count === 0 && this.#isReactingGuest()) this.#load(id, gatherOwnFor)
    return () => {
      const left = (this.#shown.get(id) ?? 1) - 1
      if (left > 0) this.#shown.set(id, left)
      else this.#shown.delete(id)
      if (this.#shown.size > 0) return
      this.#unfollow?.()
      this.#unfollow = undefined
      this.#followedUntil = performance.now()
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#due.clear()
    }
  }

  /** Also hears what happened since the page was asked for, while this code was on its way. */
  #follow(): () => void {
    const { realtime, router } = this.#app
    const readAt = Math.max(router.state.entry.requestedAt, this.#followedUntil)
    return realtime.follow(this.#topic, (message) => this.#handle(message), readAt)
  }

  #isReactingGuest(): boolean {
    const { userId, forum } = this.#app
    return userId === undefined && forum.fofReactionsAllowAnonymous === true && hasGuestReacted()
  }

  #handle({ event, data }: Message): void {
    if (event !== 'newReaction' && event !== 'removedReaction') return
    const id = String((data as { postId: number }).postId)
    if (this.#shown.has(id)) this.#load(id, gatherFor + Math.random() * spreadOver)
  }

  #load(id: string, delay: number): void {
    this.#due.add(id)
    this.#timer ??= setTimeout(() => void this.#loadDue(), delay)
  }

  async #loadDue(): Promise<void> {
    if (document.hidden) {
      document.addEventListener('visibilitychange', () => void this.#loadDue(), { once: true })
      return
    }
    this.#timer = undefined
    const ids = [...this.#due].filter((id) => this.#shown.has(id)).slice(0, mostPosts)
    for (const id of ids) this.#due.delete(id)
    // The next news try again.
    if (ids.length > 0) await loadPosts(this.#app, ids).catch(() => {})
    if (this.#due.size > 0) this.#timer ??= setTimeout(() => void this.#loadDue(), gatherFor)
  }
}

/** Loads posts again. What the reader has chosen meanwhile stays. @throws ApiError */
export async function loadPosts(app: App, ids: readonly string[]): Promise<void> {
  const query = buildQuery({ filter: { id: ids.join() }, include: ['user'], page: { limit: mostPosts } })
  const { data } = await loadDocument(app, `/posts?${query}`, undefined, quiet)
  const types = data.flatMap(({ id }) => Object.keys(app.store.get('posts', id)?.reactionCounts ?? {}))
  // A type that was added since the page was loaded comes with the forum.
  if (types.some((id) => app.store.get('reactions', id) === undefined))
    await loadDocument(app, '/', undefined, quiet)
}

const newsOf = new WeakMap<App, Map<string, ReactionNews>>()

/** Keeps the reactions to a post up to date while it is on the page. @returns ends that. */
export function followReactions(app: App, postId: string, discussionId: string): () => void {
  const ofApp = newsOf.get(app) ?? new Map<string, ReactionNews>()
  newsOf.set(app, ofApp)
  const news = ofApp.get(discussionId) ?? new ReactionNews(app, discussionId)
  ofApp.set(discussionId, news)
  return news.watch(postId)
}
