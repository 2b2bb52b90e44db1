import type { ComponentType } from 'react'
import { newIdempotencyKey } from '../../store/api.ts'
import { ApiError, isUnanswered, sessionChanged } from '../../store/api-error.ts'
import type { Draft, Drafts } from './drafts.ts'

/** What is being written. */
export type ComposerTarget =
  | { kind: 'discussion' }
  | { kind: 'reply'; discussionId: string }
  | { kind: 'edit'; postId: string }

/** Phones show every open position as a full screen. */
export type ComposerPosition = 'hidden' | 'normal' | 'minimized' | 'fullScreen'

export interface ComposerFields {
  /** Of a new discussion; empty for everything else. */
  readonly title: string
  /** Source of the post. */
  readonly content: string
}

export interface ComposerState {
  readonly position: ComposerPosition
  /** Set whenever the position is not hidden. */
  readonly target: ComposerTarget | undefined
  readonly fields: ComposerFields
  /** On its way to the server: nothing can be changed meanwhile. */
  readonly isSending: boolean
  /** There was no answer so far: it is sent again and again. */
  readonly isWaiting: boolean
  /** How the draft of what is written stands: there is none, it is kept, it came back, or it cannot be kept. */
  readonly draft: 'none' | 'kept' | 'restored' | 'refused'
  /** It was sent before, and nobody knows whether it arrived. */
  readonly isUncertain: boolean
  /** The composer's own component, once it is loaded. */
  readonly View: ComponentType | undefined
}

/** What is sent, and the key it is known by. */
export interface Submission {
  target: ComposerTarget
  fields: ComposerFields
  key: string
  /** Aborted when the writer does not want to wait any longer. */
  signal: AbortSignal
  /** To be told when there was no answer and the next attempt is waited for. */
  onWaiting: () => void
}

/** Told by the composer of replies to one discussion while its page is shown. */
export interface ReplyWatcher {
  /** A reply was sent; `html` is how it will look. @returns called when it failed, to take it away again. */
  onSent(html: string): () => void
  /** A reply was accepted; the post is in the store. */
  onPosted(postId: string): void
}

export interface ComposerOptions {
  /** Whether somebody is logged in: guests get `logIn` instead. */
  isGuest: boolean
  logIn: () => void
  /** Loads the component; called when somebody is about to write. */
  load: () => Promise<ComponentType>
  onLoadFailed: (error: unknown, retry: () => void) => void
  /** Loads what the composer shows of a target; fails when there is no such target. */
  prepare: (target: ComposerTarget) => Promise<unknown>
  /** What the fields hold before anything was changed. */
  original: (target: ComposerTarget) => ComposerFields
  /** Asks whether what was written may be thrown away. */
  confirmDiscard: (target: ComposerTarget) => Promise<boolean>
  drafts: Drafts
}

const NOTHING: ComposerFields = { title: '', content: '' }
const CLOSED = {
  position: 'hidden',
  target: undefined,
  fields: NOTHING,
  isSending: false,
  isWaiting: false,
  draft: 'none',
  isUncertain: false,
} as const

/**
 * Where people write: new discussions, replies and edits. It floats over all pages and outlives navigation.
 * `app.composer` holds its state; the component, the preview and the sending are loaded on the first use.
 */
export class Composer {
  #options: ComposerOptions
  #state: ComposerState = { ...CLOSED, View: undefined }
  #original = NOTHING
  #listeners = new Set<() => void>()
  #watchers = new Map<string, ReplyWatcher>()
  #loading: Promise<ComponentType> | undefined
  #submissionKey: string | undefined
  #sending: AbortController | undefined
  #turn: Promise<unknown> = Promise.resolve()

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

  /** Loads the code ahead, when somebody is about to write: hover or focus on a button that opens it. */
  preload = (): void => {
    if (!this.#options.isGuest) this.#load().catch(() => {})
  }

  /**
   * Opens the composer with the draft that was left behind for the target. Guests get the log-in form. What is being
   * written to another target is thrown away only after asking.
   * @param insert text put at the end: a quotation, a mention.
   * @returns whether the composer is now open for the target.
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
    return this.#inTurn(async () => {
      if (!isSameTarget(this.#state.target, target)) {
        if (!(await this.#discard())) {
          this.expand()
          return false
        }
        this.#take(target, await this.#options.drafts.begin(target))
      }
      if (insert) this.change({ content: appendText(this.#state.fields.content, insert) })
      this.expand()
      return true
    })
  }

  /**
   * Offers again what this tab was writing before it was loaded anew: minimized, where it is in nobody's way. Without
   * a draft, or when its target is gone, nothing happens.
   */
  async restore(): Promise<void> {
    const { drafts, isGuest, prepare } = this.#options
    const target = isGuest ? undefined : drafts.unfinished
    if (target === undefined) return
    try {
      await Promise.all([this.#load(), prepare(target)])
    } catch {
      return
    }
    await this.#inTurn(async () => {
      if (this.#state.target !== undefined) return
      const draft = await drafts.resume()
      if (draft === undefined) return
      this.#take(target, draft)
      this.minimize()
    })
  }

  /** Whether something was begun for a target and left behind, by the target's key. */
  hasDraft(key: string): Promise<boolean> {
    return this.#options.drafts.has(key)
  }

  /** Whether something would be lost by closing. */
  get hasUnsavedChanges(): boolean {
    const { fields, target } = this.#state
    if (target === undefined) return false
    return fields.title !== this.#original.title || fields.content !== this.#original.content
  }

  /** Changes fields, and keeps them as the target's draft. */
  change(fields: Partial<ComposerFields>): void {
    const { target, isSending } = this.#state
    if (target === undefined || isSending) return
    this.#submissionKey = undefined
    this.#set({ fields: { ...this.#state.fields, ...fields }, isUncertain: false })
    this.#keepDraft()
  }

  #keepDraft(): void {
    const { drafts } = this.#options
    const { fields } = this.#state
    if (this.hasUnsavedChanges) {
      const isKept = drafts.keep({ fields, submissionKey: this.#submissionKey })
      this.#set({ draft: isKept ? 'kept' : 'refused' })
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

  /** Closes, after asking when something would be lost. @returns whether it is closed. */
  async close(): Promise<boolean> {
    const isDiscarded = await this.#discard()
    if (!isDiscarded) this.expand()
    return isDiscarded
  }

  /** The page of a discussion was left: a reply in progress waits minimized, an empty one goes. */
  leave(discussionId: string): void {
    const { target, position } = this.#state
    if (target?.kind !== 'reply' || target.discussionId !== discussionId || position === 'hidden') return
    this.makeWay()
  }

  /** Something else wants the place: what is in progress waits minimized, what is empty goes. */
  makeWay(): void {
    if (this.hasUnsavedChanges || this.#state.isSending) this.minimize()
    else this.#hide()
  }

  /** Tells `watcher` of replies to a discussion. @returns stops telling. */
  watchReplies(discussionId: string, watcher: ReplyWatcher): () => void {
    this.#watchers.set(discussionId, watcher)
    return () => {
      if (this.#watchers.get(discussionId) === watcher) this.#watchers.delete(discussionId)
    }
  }

  /** Who shows a discussion now, if anybody. */
  watcherOf(discussionId: string): ReplyWatcher | undefined {
    return this.#watchers.get(discussionId)
  }

  /**
   * Sends what was written. Nothing can be changed meanwhile; after success the composer hides and the draft goes,
   * after a failure everything is as it was.
   * @param request gets the key of the submission: the same one when the same text is sent again because no answer
   * came, so that it counts once.
   */
  async send<T>(request: (submission: Submission) => Promise<T>): Promise<T | undefined> {
    const { target, fields, isSending } = this.#state
    if (target === undefined || isSending) return undefined
    const key = this.#submissionKey ?? newIdempotencyKey()
    this.#submissionKey = key
    // Before it is sent: the answer may find nobody.
    if (this.hasUnsavedChanges) this.#keepDraft()
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
      if (isAnswer(error)) this.#submissionKey = undefined
      this.#keepDraft()
      throw error
    }
  }

  /** Stops sending again and again: the writer wants the text back. */
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
    this.#original = NOTHING
    this.#submissionKey = undefined
    this.#options.drafts.end()
    this.#set(CLOSED)
  }

  #take(target: ComposerTarget, draft: Draft | undefined): void {
    this.#original = this.#options.original(target)
    this.#submissionKey = draft?.submissionKey
    this.#set({
      target,
      fields: draft?.fields ?? this.#original,
      draft: draft === undefined ? 'none' : 'restored',
      isUncertain: draft?.submissionKey !== undefined,
    })
  }

  /** Whoever opens it waits for those who do already. */
  #inTurn<T>(open: () => Promise<T>): Promise<T> {
    const opened = this.#turn.then(open)
    this.#turn = opened.catch(() => {})
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

/** The name of a target, by which drafts are kept. */
export function targetKey(target: ComposerTarget): string {
  if (target.kind === 'reply') return `reply:${target.discussionId}`
  if (target.kind === 'edit') return `edit:${target.postId}`
  return 'discussion'
}

function isSameTarget(one: ComposerTarget | undefined, other: ComposerTarget): boolean {
  return one !== undefined && targetKey(one) === targetKey(other)
}

/** Two texts with an empty line between them. */
function appendText(content: string, text: string): string {
  const start = content.trimEnd()
  return start === '' ? text : `${start}\n\n${text}`
}

/** A refusal is an answer: what is sent next is another submission. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !error.has(sessionChanged)
}
