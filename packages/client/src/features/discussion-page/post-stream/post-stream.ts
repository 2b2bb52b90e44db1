import type { CollectionDocument } from '@parley/shared'
import { Observable } from '../../../store/observable.ts'
import { chunkSize, endOfDiscussion, postsByIdRequest, postsRequest } from './posts-request.ts'
import {
  holdsNumber,
  insertPosts,
  isTooLong,
  mergeWindows,
  numberBeyond,
  type StreamPost,
  type StreamWindow,
  trimWindow,
  windowOf,
  withoutGone,
} from './stream-window.ts'

/** Throttle of loads: milliseconds between the starts of two. */
const loadInterval = 300

/** Milliseconds for which a check of the discussion's end, or of the posts around the reader, counts as fresh. */
const freshFor = 10_000

/** A place to scroll to. */
export interface StreamTarget {
  /** Number of the post, or the closest one; `endOfDiscussion` is the end, with the reply placeholder. */
  number: number
  /** Scrolls only as far as needed to show the post. */
  isNearest?: boolean
  /** The exact post was requested: scrolls smoothly, and highlights the post for a while. */
  isMarked?: boolean
  /** Position of the post: pixels below the top of the window. Default: right below the header. */
  top?: number
}

/** A reply that is being sent. */
export interface PendingReply {
  readonly id: number
  /** Preview from the markup renderer. */
  readonly html: string
}

/** Posts of others that arrived while the page was open. */
export interface ArrivedPosts {
  /** Number of the last post before them. */
  readonly after: number
  readonly count: number
  /** How many of them arrived last. */
  readonly added: number
}

export interface StreamState {
  readonly window: StreamWindow
  readonly isLoadingEarlier: boolean
  readonly isLoadingLater: boolean
  /** The requested place is being loaded: skeletons replace all posts. */
  readonly isJumping: boolean
  /** Direction of the last failed load, until a retry. */
  readonly failed: 'earlier' | 'later' | undefined
  /** Set until the page has scrolled there. */
  readonly target: StreamTarget | undefined
  /** Number of the highlighted post. */
  readonly marked: number | undefined
  readonly pending: readonly PendingReply[]
  /** The latest arrivals. */
  readonly arrived: ArrivedPosts | undefined
}

export interface StreamOptions {
  discussionId: string
  /** What requests for posts include; undefined for the server's defaults. */
  include?: readonly string[] | undefined
  first: StreamWindow
  /** When these were asked for, in the time of `now`. */
  readAt?: number
  target: StreamTarget | undefined
  /** Loads a document of the API. */
  load: (path: string, isBackground: boolean) => Promise<CollectionDocument>
  /** Puts a loaded document into the store. */
  push: (document: CollectionDocument) => void
  /** Releases all loaded posts except these. */
  release: (kept: readonly StreamPost[]) => void
  /** Called when the posts around a target could not be loaded; the stream keeps its posts. */
  onJumpFailed: (error: unknown, target: StreamTarget) => void
  now?: () => number
}

/** The loaded posts of one discussion, and the loading of more. Independent of the DOM. */
export class PostStream extends Observable<StreamState> {
  readonly discussionId: string
  /** When the posts around the reader were asked for last, in the time of `now`. */
  readAt: number
  #include: readonly string[] | undefined
  #load: StreamOptions['load']
  #push: StreamOptions['push']
  #release: StreamOptions['release']
  #onJumpFailed: StreamOptions['onJumpFailed']
  #now: () => number
  #lastLoad = Number.NEGATIVE_INFINITY
  #endCheckedAt: number
  #refreshedAt: number
  #jump = 0
  #pendingId = 0

  constructor(options: StreamOptions) {
    super({
      window: options.first,
      isLoadingEarlier: false,
      isLoadingLater: false,
      isJumping: false,
      failed: undefined,
      target: options.target,
      marked: undefined,
      pending: [],
      arrived: undefined,
    })
    this.discussionId = options.discussionId
    this.#include = options.include
    this.#load = options.load
    this.#push = options.push
    this.#release = options.release
    this.#onJumpFailed = options.onJumpFailed
    this.#now = options.now ?? (() => performance.now())
    this.#endCheckedAt = this.#now()
    this.#refreshedAt = this.#endCheckedAt
    this.readAt = options.readAt ?? this.#endCheckedAt
  }

  /** Loads the posts before or after the window, unless that load is running already. */
  async extend(direction: 'earlier' | 'later'): Promise<void> {
    const { window, isJumping } = this.state
    const isEarlier = direction === 'earlier'
    const isLoading = isEarlier ? this.state.isLoadingEarlier : this.state.isLoadingLater
    const hasMore = isEarlier ? window.hasEarlier : window.hasLater
    if (isLoading || isJumping || !hasMore || this.#now() - this.#lastLoad < loadInterval) return
    this.#lastLoad = this.#now()
    const jump = this.#jump
    this.update({ ...loadingState(direction, true), failed: undefined })
    try {
      const added = await this.#loadWindow(numberBeyond(window, direction))
      // The reader has jumped elsewhere meanwhile.
      if (jump !== this.#jump) return
      const merged = mergeWindows(this.state.window, added)
      this.update({
        window: trimWindow(merged, isEarlier ? 'end' : 'start'),
        ...loadingState(direction, false),
      })
    } catch {
      if (jump === this.#jump) this.update({ failed: direction, ...loadingState(direction, false) })
    }
  }

  /**
   * Scrolls to a post; loads the posts around it first if necessary.
   * @returns whether the posts are there, and no later call has another target.
   */
  async goTo(target: StreamTarget): Promise<boolean> {
    this.#jump += 1
    const jump = this.#jump
    const idle = {
      isLoadingEarlier: false,
      isLoadingLater: false,
      failed: undefined,
      marked: target.isMarked ? target.number : undefined,
    }
    if (holdsNumber(this.state.window, target.number)) {
      this.update({ ...idle, isJumping: false, target })
      return true
    }
    this.update({ ...idle, isJumping: true, target: undefined })
    try {
      const window = await this.#loadWindow(target.number, false)
      if (jump !== this.#jump) return false
      this.update({ window, isJumping: false, target })
      return true
    } catch (error) {
      if (jump === this.#jump) {
        this.update({ isJumping: false })
        this.#onJumpFailed(error, target)
      }
      return false
    }
  }

  /** Retries the last failed load. */
  async retry(): Promise<void> {
    const { failed } = this.state
    this.#lastLoad = Number.NEGATIVE_INFINITY
    if (failed !== undefined) await this.extend(failed)
  }

  /** Clears a target that the page has scrolled to. Does nothing if there is another target by now. */
  arrive(target: StreamTarget): void {
    if (this.state.target === target) this.update({ target: undefined })
  }

  /** Ends the highlight of the marked post. */
  unmark(): void {
    if (this.state.marked !== undefined) this.update({ marked: undefined })
  }

  /** Shows a reply that is being sent. @returns removes it. */
  addPending(html: string): () => void {
    if (this.state.window.hasLater) return () => {}
    this.#pendingId += 1
    const id = this.#pendingId
    this.update({ pending: [...this.state.pending, { id, html }] })
    return () => this.update({ pending: this.state.pending.filter((reply) => reply.id !== id) })
  }

  /** Shows and highlights an accepted reply of the reader, with posts of others that arrived before it. */
  async addPosted(post: StreamPost): Promise<void> {
    const { window } = this.state
    const last = window.posts.at(-1)?.number ?? 0
    const marked = post.number
    const target = { number: post.number, isNearest: true }
    // A reply whose first answer was lost may be there already.
    if (window.posts.some(({ id }) => id === post.id)) {
      this.update({ pending: [], target, marked })
      return
    }
    if (window.hasLater) {
      this.update({ pending: [] })
      await this.goTo(target)
      this.update({ marked })
      return
    }
    if (post.number > last + 1) {
      try {
        const added = await this.#loadWindow(numberBeyond(window, 'later'))
        const merged = mergeWindows(this.state.window, added)
        if (merged.posts.some(({ id }) => id === post.id)) {
          this.update({ window: merged, pending: [], target, marked })
          return
        }
      } catch {
        // Shows the reader's reply anyway; the posts before it appear after the next page load.
      }
    }
    const current = this.state.window
    this.update({ window: { ...current, posts: [...current.posts, post] }, pending: [], target, marked })
  }

  /** Loads the end again, if it is in the window: event posts may have arrived, or cancelled each other out. */
  async refreshEnd(): Promise<void> {
    if (this.state.window.hasLater || this.state.isJumping) return
    const jump = this.#jump
    const added = await this.#loadWindow(endOfDiscussion)
    if (jump !== this.#jump || this.state.window.hasLater) return
    const merged = mergeWindows(this.state.window, added)
    const last = added.posts.at(-1)?.number ?? 0
    this.update({
      window: { ...merged, hasLater: false, posts: merged.posts.filter(({ number }) => number <= last) },
    })
  }

  /**
   * Loads posts of others that arrived, if the window includes the end and its last check is not fresh.
   * @param isKnown there are some, whenever the last check was: they join those that arrived before.
   */
  async loadNew(isKnown = false): Promise<void> {
    const { window: shown, isJumping, isLoadingLater } = this.state
    if (shown.hasLater || isJumping || isLoadingLater) return
    if (!isKnown && this.#now() - this.#endCheckedAt < freshFor) return
    const jump = this.#jump
    const added = await this.#loadWindow(numberBeyond(shown, 'later'))
    const { window: current } = this.state
    if (jump !== this.#jump || current.hasLater) return
    const after = current.posts.at(-1)?.number ?? 0
    const count = added.posts.filter(({ number }) => number > after).length
    if (count === 0) return
    const merged = mergeWindows(current, added)
    // The reader may be at the other end of a full window, which must not be trimmed.
    const window = isTooLong(merged) ? { ...current, hasLater: true } : merged
    this.update({ window, arrived: this.#arrivedNow(after, count, isKnown) })
  }

  /**
   * Loads the posts around the reader again, unless they are fresh: others may have changed, hidden, restored or deleted
   * some, or written more.
   * @param topmost number of the topmost visible post.
   * @param isKnown some changed, whenever they were loaded last.
   */
  async refresh(topmost: number, isKnown = false): Promise<void> {
    const { window: shown, isJumping } = this.state
    if (isJumping || (!isKnown && this.#now() - this.#refreshedAt < freshFor)) return
    this.#refreshedAt = this.#now()
    const jump = this.#jump
    // Most of the posts on screen are below the topmost one.
    const readAt = this.#now()
    const document = await this.#request(topmost + chunkSize / 4)
    this.readAt = readAt
    if (jump !== this.#jump) return
    const { window: current } = this.state
    const added = windowOf(document)
    const after = current.posts.at(-1)?.number ?? 0
    const count = current.hasLater ? 0 : added.posts.filter(({ number }) => number > after).length
    const merged = mergeWindows(withoutGone(current, shown, added), added)
    const isAtStart = merged.posts.findIndex(({ number }) => number >= topmost) < merged.posts.length / 2
    this.update({
      window: trimWindow(merged, isAtStart ? 'end' : 'start'),
      ...(count > 0 && { arrived: this.#arrivedNow(after, count, isKnown) }),
    })
    // Last, so that what follows this stream knows where the posts were before they change.
    this.#push(document)
  }

  /**
   * Loads posts by their ids, at most 20. Those that belong between the loaded ones join them: they became public late.
   * @returns the ids of those that the reader sees.
   */
  async loadByIds(ids: readonly string[]): Promise<string[]> {
    const document = await this.#load(postsByIdRequest(ids, this.#include), true)
    this.#push(document)
    const window = insertPosts(this.state.window, windowOf(document).posts)
    if (window !== this.state.window) this.update({ window })
    return document.data.map(({ id }) => id)
  }

  /** The arrivals, with those before: a mark above posts that are on the screen would move them. */
  #arrivedNow(after: number, count: number, joins: boolean): ArrivedPosts {
    const { arrived } = this.state
    return joins && arrived
      ? { after: arrived.after, count: arrived.count + count, added: count }
      : { after, count, added: count }
  }

  /** Removes posts that no longer exist. */
  retain(exists: (id: string) => boolean): void {
    const { window } = this.state
    const posts = window.posts.filter(({ id }) => exists(id))
    if (posts.length < window.posts.length) this.update({ window: { ...window, posts } })
  }

  async #loadWindow(near: number, isBackground = true): Promise<StreamWindow> {
    const document = await this.#request(near, isBackground)
    this.#push(document)
    return windowOf(document)
  }

  async #request(near: number, isBackground = true): Promise<CollectionDocument> {
    this.#release(this.state.window.posts)
    const document = await this.#load(postsRequest(this.discussionId, near, this.#include), isBackground)
    if (document.links.next === undefined) this.#endCheckedAt = this.#now()
    return document
  }
}

function loadingState(direction: 'earlier' | 'later', isLoading: boolean): Partial<StreamState> {
  return direction === 'earlier' ? { isLoadingEarlier: isLoading } : { isLoadingLater: isLoading }
}
