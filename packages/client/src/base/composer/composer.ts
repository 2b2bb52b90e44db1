import type { ComponentType } from 'react'
import { newIdempotencyKey } from '../../store/api.ts'
import { ApiError, isUnanswered, sessionChanged } from '../../store/api-error.ts'
import type { Draft, Drafts } from './drafts.ts'

/** What the composer writes: a new discussion, a reply, or an edit of a post. */
export type ComposerTarget =
  | { kind: 'discussion' }
  | { kind: 'reply'; discussionId: string }
  | { kind: 'edit'; postId: string }

/** Phones show every open position in full screen. */
export type ComposerPosition = 'hidden' | 'normal' | 'minimized' | 'fullScreen'

export interface ComposerFields {
  /** Title of a new discussion; empty for other targets. */
  readonly title: string
  /** Source of the post. */
  readonly content: string
}

export interface ComposerState {
  readonly position: ComposerPosition
  /** Set whenever the position is not hidden. */
  readonly target: ComposerTarget | undefined
  readonly fields: ComposerFields
  /** The text is being sent; it cannot be changed meanwhile. */
  readonly isSending: boolean
  /** The last attempt had no answer; a retry will follow. */
  readonly isWaiting: boolean
  /** State of the draft; `unsaved` if storage is full or forbidden. */
  readonly draft: 'none' | 'saved' | 'restored' | 'unsaved'
  /** An earlier submission had no answer: it may have arrived. */
  readonly isUncertain: boolean
  /** The composer's component, once loaded. */
  readonly View: ComponentType | undefined
}

/** What the composer sends, with its idempotency key. */
export interface Submission {
  target: ComposerTarget
  fields: ComposerFields
  key: string
  /** Aborted when the writer stops waiting for an answer. */
  signal: AbortSignal
  /** Called before each wait for the next attempt. */
  onWaiting: () => void
}

/** Callbacks for replies to one discussion, while its page is shown. */
export interface ReplyWatcher {
  /** A reply was sent; `html` is its preview. @returns removes the preview, after a failure. */
  onSent(html: string): () => void
  /** The server accepted a reply; the post is in the store. */
  onPosted(postId: string): void
}

export interface ComposerOptions {
  /** Guests get `logIn` instead of the composer. */
  isGuest: boolean
  logIn: () => void
  /** Loads the component, before the composer opens for the first time. */
  load: () => Promise<ComponentType>
  onLoadFailed: (error: unknown, retry: () => void) => void
  /** Loads the records that the composer shows of a target. Rejects if the target does not exist. */
  prepare: (target: ComposerTarget) => Promise<unknown>
  /** The fields before any change. */
  originalFields: (target: ComposerTarget) => ComposerFields
  /** Asks the writer whether to discard the text. */
  confirmDiscard: (target: ComposerTarget) => Promise<boolean>
  drafts: Drafts
}

const emptyFields: ComposerFields = { title: '', content: '' }
const closedState = {
  position: 'hidden',
  target: undefined,
  fields: emptyFields,
  isSending: false,
  isWaiting: false,
  draft: 'none',
  isUncertain: false,
} as const

/**
 * The state of the editor for new discussions, replies and edits, which floats over all pages and outlives
 * navigation. The component, the preview and the sending are loaded on first use.
 */
export class Composer {
  #options: ComposerOptions
  #state: ComposerState = { ...closedState, View: undefined }
  #original = emptyFields
  #listeners = new Set<() => void>()
  #watchers = new Map<string, ReplyWatcher>()
  #loading: Promise<ComponentType> | undefined
  #submissionKey: string | undefined
  #sending: AbortController | undefined
  #lastOpening: Promise<unknown> = Promise.resolve()

  constructor(options: ComposerOptions) {
    this.#options = options
  }

  get state(): ComposerState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
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
      this.#options.logIn()
      return false
    }
    try {
      await Promise.all([this.#load(), this.#options.prepare(target)])
    } catch (error) {
      this.#options.onLoadFailed(error, () => void this.open(target, { insert }))
      return false
    }
    return this.#queueOpening(async () => {
      if (!isSameTarget(this.#state.target, target)) {
        if (!(await this.#discard())) {
          this.expand()
          return false
        }
        this.#start(target, await this.#options.drafts.open(target))
      }
      if (insert) this.change({ content: appendText(this.#state.fields.content, insert) })
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
      if (this.#state.target !== undefined) return
      const draft = await drafts.resume()
      if (draft === undefined) return
      this.#start(target, draft)
      this.minimize()
    })
  }

  /** Whether a target has a draft that no tab is writing, by the target's key. */
  hasDraft(key: string): Promise<boolean> {
    return this.#options.drafts.has(key)
  }

  /** Whether closing would lose text. */
  get hasUnsavedChanges(): boolean {
    const { fields, target } = this.#state
    if (target === undefined) return false
    return fields.title !== this.#original.title || fields.content !== this.#original.content
  }

  /** Changes fields, and saves them as the target's draft. */
  change(fields: Partial<ComposerFields>): void {
    const { target, isSending } = this.#state
    if (target === undefined || isSending) return
    this.#submissionKey = undefined
    this.#set({ fields: { ...this.#state.fields, ...fields }, isUncertain: false })
    this.#saveDraft()
  }

  #saveDraft(): void {
    const { drafts } = this.#options
    const { fields } = this.#state
    if (this.hasUnsavedChanges) {
      const isSaved = drafts.save({ fields, submissionKey: this.#submissionKey })
      this.#set({ draft: isSaved ? 'saved' : 'unsaved' })
    } else {
      drafts.remove()
      this.#set({ draft: 'none' })
    }
  }

  expand(): void {
    const { position } = this.#state
    if (position !== 'normal' && position !== 'fullScreen') this.#set({ position: 'normal' })
  }

  minimize(): void {
    if (this.#state.target !== undefined) this.#set({ position: 'minimized' })
  }

  toggleFullScreen(): void {
    const { position } = this.#state
    if (position !== 'hidden') this.#set({ position: position === 'fullScreen' ? 'normal' : 'fullScreen' })
  }

  /** Closes the composer; asks first if closing would lose text. @returns whether it is closed. */
  async close(): Promise<boolean> {
    const isDiscarded = await this.#discard()
    if (!isDiscarded) this.expand()
    return isDiscarded
  }

  /** The reader left a discussion's page: minimizes a reply in progress, closes an empty one. */
  leaveDiscussion(discussionId: string): void {
    const { target, position } = this.#state
    if (target?.kind !== 'reply' || target.discussionId !== discussionId || position === 'hidden') return
    this.minimizeOrHide()
  }

  /** Clears the page: minimizes text in progress, closes an empty composer. */
  minimizeOrHide(): void {
    if (this.hasUnsavedChanges || this.#state.isSending) this.minimize()
    else this.#hide()
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

  /**
   * Sends the text, which cannot be changed meanwhile. Success hides the composer and removes the draft; a failure
   * leaves both unchanged.
   * @param request gets the idempotency key of the submission. Sending the same text again after a missing answer
   * reuses the key, so that the server runs it once.
   */
  async send<T>(request: (submission: Submission) => Promise<T>): Promise<T | undefined> {
    const { target, fields, isSending } = this.#state
    if (target === undefined || isSending) return undefined
    const key = this.#submissionKey ?? newIdempotencyKey()
    this.#submissionKey = key
    // Saves the draft first: the page may close before the answer.
    if (this.hasUnsavedChanges) this.#saveDraft()
    this.#sending = new AbortController()
    this.#set({ isSending: true })
    const { signal } = this.#sending
    const onWaiting = () => this.#set({ isWaiting: true })
    try {
      const answer = await request({ target, fields, key, signal, onWaiting })
      this.#options.drafts.remove()
      this.#hide()
      return answer
    } catch (error) {
      this.#set({ isSending: false, isWaiting: false, isUncertain: isUnanswered(error) })
      if (isRefusal(error)) this.#submissionKey = undefined
      this.#saveDraft()
      throw error
    }
  }

  /** Ends the retries, so that the writer can change the text again. */
  stopSending(): void {
    if (this.#state.isWaiting) this.#sending?.abort()
  }

  async #discard(): Promise<boolean> {
    const { target, isSending } = this.#state
    if (target === undefined) return true
    if (isSending) return false
    if (this.hasUnsavedChanges && !(await this.#options.confirmDiscard(target))) return false
    this.#options.drafts.remove()
    this.#hide()
    return true
  }

  #hide(): void {
    this.#original = emptyFields
    this.#submissionKey = undefined
    this.#options.drafts.close()
    this.#set(closedState)
  }

  #start(target: ComposerTarget, draft: Draft | undefined): void {
    this.#original = this.#options.originalFields(target)
    this.#submissionKey = draft?.submissionKey
    this.#set({
      target,
      fields: draft?.fields ?? this.#original,
      draft: draft === undefined ? 'none' : 'restored',
      isUncertain: draft?.submissionKey !== undefined,
    })
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
        this.#set({ View })
        return View
      },
      (error: unknown) => {
        this.#loading = undefined
        throw error
      },
    )
    return this.#loading
  }

  #set(changes: Partial<ComposerState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of [...this.#listeners]) listener()
  }
}

/** The key of a target, under which its drafts are stored. */
export function targetKey(target: ComposerTarget): string {
  if (target.kind === 'reply') return `reply:${target.discussionId}`
  if (target.kind === 'edit') return `edit:${target.postId}`
  return 'discussion'
}

function isSameTarget(one: ComposerTarget | undefined, other: ComposerTarget): boolean {
  return one !== undefined && targetKey(one) === targetKey(other)
}

/** Joins two texts with an empty line. */
function appendText(content: string, text: string): string {
  const start = content.trimEnd()
  return start === '' ? text : `${start}\n\n${text}`
}

/** Whether the server refused the submission: the next one is new and gets a new key. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !error.has(sessionChanged)
}
