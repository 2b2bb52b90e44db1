import type { ComponentType } from 'react'
import { ComposerModel, type ComposerModelOptions } from './composer-model.ts'
import { type ComposerTarget, isSameTarget } from './composer-target.ts'
import { Sending, type Submission } from './sending.ts'

/** Callbacks for replies to one discussion, while its page is shown. */
export interface ReplyWatcher {
  /** A reply was sent; `html` is its preview. @returns removes the preview, after a failure. */
  onSent(html: string): () => void
  /** The server accepted a reply; the post is in the store. */
  onPosted(postId: string): void
}

export interface ComposerOptions extends ComposerModelOptions {
  /** Guests get `logIn` instead of the composer. */
  isGuest: boolean
  logIn: (target: ComposerTarget) => void
  /** Loads the component, before the composer opens for the first time. */
  load: () => Promise<ComponentType>
  onLoadFailed: (error: unknown, retry: () => void) => void
  /** Loads the records that the composer shows of a target. Rejects if the target does not exist. */
  prepare: (target: ComposerTarget) => Promise<unknown>
  /** Asks the writer whether to discard the text. */
  confirmDiscard: (target: ComposerTarget) => Promise<boolean>
}

/**
 * The editor for new discussions, replies and edits, which floats over all pages and outlives navigation. The component,
 * the preview and the sending are loaded on first use.
 */
export class Composer extends ComposerModel {
  #options: ComposerOptions
  #sending = new Sending(this)
  #watchers = new Map<string, ReplyWatcher>()
  #loading: Promise<ComponentType> | undefined
  #lastOpening: Promise<unknown> = Promise.resolve()

  constructor(options: ComposerOptions) {
    super(options)
    this.#options = options
  }

  /** Loads the code early, on hover or focus of a button that opens the composer. */
  preload = (): void => {
    if (!this.#options.isGuest) this.#load().catch(() => {})
  }

  /**
   * Opens the composer with the target's draft, if there is one. Guests get the log-in form. Asks before it discards
   * text for another target.
   * @param insert text to append: a quotation, a mention.
   * @returns whether the composer is open for the target now.
   */
  async open(target: ComposerTarget, { insert }: { insert?: string } = {}): Promise<boolean> {
    if (this.#options.isGuest) {
      this.#options.logIn(target)
      return false
    }
    try {
      await Promise.all([this.#load(), this.#options.prepare(target)])
    } catch (error) {
      this.#options.onLoadFailed(error, () => void this.open(target, { insert }))
      return false
    }
    return this.#queueOpening(async () => {
      if (!isSameTarget(this.state.target, target)) {
        if (!(await this.#discard())) {
          this.expand()
          return false
        }
        this.start(target, await this.#options.drafts.open(target))
      }
      if (insert) this.change({ content: appendText(this.state.fields.content, insert) })
      this.expand()
      return true
    })
  }

  /**
   * Restores, minimized, the text that this tab was writing before it was reloaded. Does nothing without a draft, or
   * if its target no longer exists.
   */
  async restore(): Promise<void> {
    const { drafts, isGuest, prepare } = this.#options
    const target = isGuest ? undefined : drafts.unfinishedTarget
    if (target === undefined) return
    try {
      await Promise.all([this.#load(), prepare(target)])
    } catch {
      return
    }
    await this.#queueOpening(async () => {
      if (this.state.target !== undefined) return
      const draft = await drafts.resume()
      if (draft === undefined) return
      this.start(target, draft)
      this.minimize()
    })
  }

  /** Whether a target has a draft that no tab is writing, by the target's key. */
  hasDraft(key: string): Promise<boolean> {
    return this.#options.drafts.has(key)
  }

  /** Closes the composer; asks first if closing would lose text. @returns whether it is closed. */
  async close(): Promise<boolean> {
    const isDiscarded = await this.#discard()
    if (!isDiscarded) this.expand()
    return isDiscarded
  }

  /** The reader left a discussion's page: minimizes a reply in progress, closes an empty one. */
  leaveDiscussion(discussionId: string): void {
    const { target, position } = this.state
    if (target?.kind !== 'reply' || target.discussionId !== discussionId || position === 'hidden') return
    this.minimizeOrHide()
  }

  /** Sends the text: see `Sending.send`. */
  send<T>(request: (submission: Submission) => Promise<T>): Promise<T | undefined> {
    return this.#sending.send(request)
  }

  /** Ends the retries, so that the writer can change the text again. */
  stopSending(): void {
    this.#sending.stop()
  }

  /** Notifies `watcher` of replies to a discussion. @returns stops notifying. */
  watchReplies(discussionId: string, watcher: ReplyWatcher): () => void {
    this.#watchers.set(discussionId, watcher)
    return () => {
      if (this.#watchers.get(discussionId) === watcher) this.#watchers.delete(discussionId)
    }
  }

  /** The watcher of a discussion, while its page is shown. */
  watcherOf(discussionId: string): ReplyWatcher | undefined {
    return this.#watchers.get(discussionId)
  }

  async #discard(): Promise<boolean> {
    const { target, isSending } = this.state
    if (target === undefined) return true
    if (isSending) return false
    if (this.hasUnsavedChanges && !(await this.#options.confirmDiscard(target))) return false
    this.finish()
    return true
  }

  /** Runs openings one after the other. */
  #queueOpening<T>(open: () => Promise<T>): Promise<T> {
    const opened = this.#lastOpening.then(open)
    this.#lastOpening = opened.catch(() => {})
    return opened
  }

  #load(): Promise<ComponentType> {
    this.#loading ??= this.#options.load().then(
      (View) => {
        this.update({ View })
        return View
      },
      (error: unknown) => {
        this.#loading = undefined
        throw error
      },
    )
    return this.#loading
  }
}

/** Joins two texts with an empty line. */
function appendText(content: string, text: string): string {
  const start = content.trimEnd()
  return start === '' ? text : `${start}\n\n${text}`
}

declare module '../../points/app.ts' {
  interface App {
    /** The editor: `composer.open({ kind: 'reply', discussionId })`. */
    readonly composer: Composer
  }
}
