import { buildQuery, type CollectionDocument } from '@parley/shared'
import {
  holdsNumber,
  isTooLong,
  mergeWindows,
  numberBeyond,
  type StreamPost,
  type StreamWindow,
  trimWindow,
  windowOf,
} from './stream-window.ts'

/** Milliseconds between the beginnings of two loads in one direction. */
const THROTTLE = 300

/** Milliseconds for which the end of a discussion counts as known. */
const FRESH = 10_000

/** A number no discussion reaches: asks for its end. */
export const endOfDiscussion = 2_147_483_647

/** Path of the API for the posts around a number. */
export function postsRequest(discussionId: string, near: number): string {
  return `/posts?${buildQuery({ filter: { discussion: discussionId }, page: near > 1 ? { near } : {} })}`
}

/** Where the reader is to be taken. */
export interface StreamTarget {
  /** The post closest to it; `endOfDiscussion` is the end of the discussion with the box for a reply. */
  number: number
  /** Moves only as far as needed to see the post. */
  isNearest?: boolean
  /** The very post was asked for: the page moves there smoothly, and the post stands out for a while. */
  isMarked?: boolean
  /** Where the post is to lie: pixels between the upper edges of screen and post. Right below the header unless given. */
  top?: number
}

/** A reply that was sent and not answered yet. */
export interface PendingReply {
  readonly id: number
  /** Made by the renderer of markup. */
  readonly html: string
}

/** Posts of others that came while the page was open. */
export interface ArrivedPosts {
  /** Number of the last post before them. */
  readonly after: number
  readonly count: number
}

export interface StreamState {
  readonly window: StreamWindow
  readonly isLoadingEarlier: boolean
  readonly isLoadingLater: boolean
  /** The place asked for is not loaded yet: skeletons stand in for everything. */
  readonly isJumping: boolean
  /** Where no more could be loaded, until it is tried again. */
  readonly failed: 'earlier' | 'later' | undefined
  /** Set until the page has scrolled there. */
  readonly target: StreamTarget | undefined
  /** Number of the post that stands out. */
  readonly marked: number | undefined
  readonly pending: readonly PendingReply[]
  /** What came last. */
  readonly arrived: ArrivedPosts | undefined
}

export interface StreamOptions {
  discussionId: string
  first: StreamWindow
  target: StreamTarget | undefined
  /** Reads a document of the API into the store; unasked where the reader did nothing for it. */
  load: (path: string, isUnasked: boolean) => Promise<CollectionDocument>
  /** Lets go of everything that was loaded but these posts. */
  release: (kept: readonly StreamPost[]) => void
  /** Told why the reader could not be taken somewhere; the posts are as they were. */
  onJumpFailed: (error: unknown, target: StreamTarget) => void
  now?: () => number
}

/** The posts of one discussion as far as they are loaded, and the loading of more. Knows nothing of the page. */
export class PostStream {
  readonly discussionId: string
  #state: StreamState
  #load: StreamOptions['load']
  #release: StreamOptions['release']
  #onJumpFailed: StreamOptions['onJumpFailed']
  #now: () => number
  #listeners = new Set<() => void>()
  #lastLoad = Number.NEGATIVE_INFINITY
  #endKnownAt: number
  #jump = 0
  #pendingId = 0

  constructor({ discussionId, first, target, load, release, onJumpFailed, now }: StreamOptions) {
    this.discussionId = discussionId
    this.#load = load
    this.#release = release
    this.#onJumpFailed = onJumpFailed
    this.#now = now ?? (() => performance.now())
    this.#endKnownAt = this.#now()
    this.#state = {
      window: first,
      isLoadingEarlier: false,
      isLoadingLater: false,
      isJumping: false,
      failed: undefined,
      target,
      marked: undefined,
      pending: [],
      arrived: undefined,
    }
  }

  get state(): StreamState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Loads what comes before or after, unless that is happening already. */
  async extend(direction: 'earlier' | 'later'): Promise<void> {
    const { window, isJumping } = this.#state
    const isEarlier = direction === 'earlier'
    const isLoading = isEarlier ? this.#state.isLoadingEarlier : this.#state.isLoadingLater
    const hasMore = isEarlier ? window.hasEarlier : window.hasLater
    if (isLoading || isJumping || !hasMore || this.#now() - this.#lastLoad < THROTTLE) return
    this.#lastLoad = this.#now()
    const jump = this.#jump
    this.#set({ ...loadingState(direction, true), failed: undefined })
    try {
      const added = await this.#window(numberBeyond(window, direction))
      // The reader went elsewhere meanwhile.
      if (jump !== this.#jump) return
      const merged = mergeWindows(this.#state.window, added)
      this.#set({
        window: trimWindow(merged, isEarlier ? 'end' : 'start'),
        ...loadingState(direction, false),
      })
    } catch {
      if (jump === this.#jump) this.#set({ failed: direction, ...loadingState(direction, false) })
    }
  }

  /** Takes the reader to a post, loading what is around it first if need be. */
  async goTo(target: StreamTarget): Promise<void> {
    this.#jump += 1
    const jump = this.#jump
    const idle = {
      isLoadingEarlier: false,
      isLoadingLater: false,
      failed: undefined,
      marked: target.isMarked ? target.number : undefined,
    }
    if (holdsNumber(this.#state.window, target.number)) {
      this.#set({ ...idle, isJumping: false, target })
      return
    }
    this.#set({ ...idle, isJumping: true, target: undefined })
    try {
      const window = await this.#window(target.number, false)
      if (jump === this.#jump) this.#set({ window, isJumping: false, target })
    } catch (error) {
      if (jump !== this.#jump) return
      this.#set({ isJumping: false })
      this.#onJumpFailed(error, target)
    }
  }

  /** Tries again what could not be loaded. */
  async retry(): Promise<void> {
    const { failed } = this.#state
    this.#lastLoad = Number.NEGATIVE_INFINITY
    if (failed !== undefined) await this.extend(failed)
  }

  /** The page has scrolled to a target, unless it was sent elsewhere meanwhile. */
  arrive(target: StreamTarget): void {
    if (this.#state.target === target) this.#set({ target: undefined })
  }

  /** The marked post has stood out for long enough. */
  unmark(): void {
    if (this.#state.marked !== undefined) this.#set({ marked: undefined })
  }

  /** Shows a reply on its way. @returns takes it away again. */
  addPending(html: string): () => void {
    if (this.#state.window.hasLater) return () => {}
    this.#pendingId += 1
    const id = this.#pendingId
    this.#set({ pending: [...this.#state.pending, { id, html }] })
    return () => this.#set({ pending: this.#state.pending.filter((reply) => reply.id !== id) })
  }

  /** A reply of the reader was accepted: shows it, with what others wrote meanwhile. */
  async addPosted(post: StreamPost): Promise<void> {
    const { window } = this.#state
    const last = window.posts.at(-1)?.number ?? 0
    const target = { number: post.number, isNearest: true }
    if (window.hasLater) {
      this.#set({ pending: [] })
      await this.goTo(target)
      return
    }
    if (post.number > last + 1) {
      try {
        const added = await this.#window(numberBeyond(window, 'later'))
        const merged = mergeWindows(this.#state.window, added)
        if (merged.posts.some(({ id }) => id === post.id)) {
          this.#set({ window: merged, pending: [], target })
          return
        }
      } catch {
        // The own reply shows all the same; what is between comes with the next visit.
      }
    }
    const known = this.#state.window
    this.#set({ window: { ...known, posts: [...known.posts, post] }, pending: [], target })
  }

  /** Reads the end again, if it is loaded: events may have come, or cancelled each other out. */
  async refreshEnd(): Promise<void> {
    if (this.#state.window.hasLater || this.#state.isJumping) return
    const jump = this.#jump
    const added = await this.#window(endOfDiscussion)
    if (jump !== this.#jump || this.#state.window.hasLater) return
    const merged = mergeWindows(this.#state.window, added)
    const last = added.posts.at(-1)?.number ?? 0
    this.#set({
      window: { ...merged, hasLater: false, posts: merged.posts.filter(({ number }) => number <= last) },
    })
  }

  /** Shows what others wrote meanwhile, if the end is loaded and was not asked for just now. */
  async lookForNew(): Promise<void> {
    const { window: shown, isJumping, isLoadingLater } = this.#state
    if (shown.hasLater || isJumping || isLoadingLater || this.#now() - this.#endKnownAt < FRESH) return
    const jump = this.#jump
    const added = await this.#window(numberBeyond(shown, 'later'))
    const { window: known } = this.#state
    if (jump !== this.#jump || known.hasLater) return
    const after = known.posts.at(-1)?.number ?? 0
    const count = added.posts.filter(({ number }) => number > after).length
    if (count === 0) return
    const merged = mergeWindows(known, added)
    // The reader may be at the other end of a full window: there nothing may be taken away.
    const window = isTooLong(merged) ? { ...known, hasLater: true } : merged
    this.#set({ window, arrived: { after, count } })
  }

  /** Forgets posts that are gone. */
  keep(isThere: (id: string) => boolean): void {
    const { window } = this.#state
    const posts = window.posts.filter(({ id }) => isThere(id))
    if (posts.length < window.posts.length) this.#set({ window: { ...window, posts } })
  }

  async #window(near: number, isUnasked = true): Promise<StreamWindow> {
    this.#release(this.#state.window.posts)
    const window = windowOf(await this.#load(postsRequest(this.discussionId, near), isUnasked))
    if (!window.hasLater) this.#endKnownAt = this.#now()
    return window
  }

  #set(changes: Partial<StreamState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of [...this.#listeners]) listener()
  }
}

function loadingState(direction: 'earlier' | 'later', isLoading: boolean): Partial<StreamState> {
  return direction === 'earlier' ? { isLoadingEarlier: isLoading } : { isLoadingLater: isLoading }
}
