import type { App } from '@parley/client'
import { buildQuery, type CollectionDocument } from '@parley/shared'
import { hasGuestReacted } from './guest.ts'
import { isSaving } from './react.ts'

/**
 * Milliseconds from the first news of a post until it is loaded again, since more may follow, and up to how many more: not all
 * readers ask the server at the same moment.
 */
const gatherFor = 1500
const spreadOver = 250
/** Milliseconds for which the posts of a page are gathered, whose own reactions of a guest are missing. */
const gatherOwnFor = 50
const mostPosts = 50

interface Message {
  event: string
  data: unknown
}

/** Keeps the reactions to the posts on a page up to date. */
class ReactionNews {
  readonly #app: App
  /** How often each post is shown. */
  readonly #shown = new Map<string, number>()
  readonly #due = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #unfollow: (() => void) | undefined

  constructor(app: App) {
    this.#app = app
  }

  /** Follows a post. @returns stops that. */
  watch(id: string): () => void {
    this.#unfollow ??= this.#app.realtime.follow(undefined, (message) => this.#handle(message))
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
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#due.clear()
    }
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
    // What the reader has just chosen is not to be overwritten by what was before.
    const loaded = ids.filter((id) => !isSaving(id))
    for (const id of ids) if (isSaving(id)) this.#load(id, gatherFor)
    // The next news try again.
    if (loaded.length > 0) await loadPosts(this.#app, loaded).catch(() => {})
    if (this.#due.size > 0) this.#timer ??= setTimeout(() => void this.#loadDue(), gatherFor)
  }
}

/** Loads posts again. What the reader has chosen meanwhile stays: its answer comes. @throws ApiError */
export async function loadPosts({ api, store }: App, ids: readonly string[]): Promise<void> {
  const query = buildQuery({ filter: { id: ids.join() }, include: ['user'], page: { limit: mostPosts } })
  const { data, included } = await api.request<CollectionDocument>(`/posts?${query}`, { isBackground: true })
  store.push({ data: data.filter(({ id }) => !isSaving(id)), included })
}

const newsOf = new WeakMap<App, ReactionNews>()

/** Keeps the reactions to a post up to date while it is on the page. @returns ends that. */
export function followReactions(app: App, postId: string): () => void {
  const news = newsOf.get(app) ?? new ReactionNews(app)
  newsOf.set(app, news)
  return news.watch(postId)
}
