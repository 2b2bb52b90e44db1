import type { ComponentType } from 'react'
import { newIdempotencyKey } from '../store/api.ts'
import { ApiError } from '../store/api-error.ts'
import type { Drafts } from './drafts.ts'

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
  /** The composer's own component, once it is loaded. */
  readonly View: ComponentType | undefined
}

/** What is sent, and the key it is known by. */
export interface Submission {
  target: ComposerTarget
  fields: ComposerFields
  key: string
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
  onLoadFailed: (error: unknown) => void
  /** What the fields hold before anything was changed. */
  original: (target: ComposerTarget) => ComposerFields
  /** Asks whether what was written may be thrown away. */
  confirmDiscard: (target: ComposerTarget) => Promise<boolean>
  drafts: Drafts
}

const NOTHING: ComposerFields = { title: '', content: '' }

/**
 * Where people write: new discussions, replies and edits. It floats over all pages and outlives navigation.
 * `app.composer` holds its state; the component, the preview and the sending are loaded on the first use.
 */
export class Composer {
  #options: ComposerOptions
  #state: ComposerState = {
    position: 'hidden',
    target: undefined,
    fields: NOTHING,
    isSending: false,
    View: undefined,
  }
  #original = NOTHING
  #listeners = new Set<() => void>()
  #watchers = new Map<string, ReplyWatcher>()
  #loading: Promise<ComponentType> | undefined
  #submissionKey: string | undefined

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
   * Opens the composer with the draft kept for the target. Guests get the log-in form. What is being written to
   * another target is thrown away only after asking.
   * @param insert text put at the end: a quotation, a mention.
   * @returns whether the composer is now open for the target.
   */
  async open(target: ComposerTarget, { insert }: { insert?: string } = {}): Promise<boolean> {
    if (this.#options.isGuest) {
      this.#options.logIn()
      return false
    }
    try {
      await this.#load()
    } catch (error) {
      this.#options.onLoadFailed(error)
      return false
    }
    if (!isSameTarget(this.#state.target, target)) {
      if (!(await this.#discard())) {
        this.expand()
        return false
      }
      this.#original = this.#options.original(target)
      const fields = this.#options.drafts.read(targetKey(target)) ?? this.#original
      this.#set({ target, fields })
    }
    if (insert) this.change({ content: appendText(this.#state.fields.content, insert) })
    this.expand()
    return true
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
    this.#set({ fields: { ...this.#state.fields, ...fields } })
    if (this.hasUnsavedChanges) this.#options.drafts.keep(targetKey(target), this.#state.fields)
    else this.#options.drafts.remove(targetKey(target))
  }

  expand(): void {
    const { position } = this.#state
    if (position !== 'normal' && position !== 'fullScreen') this.#set({ position: 'normal' })
  }

  minimize(): void {
    if (this.#state.position !== 'hidden') this.#set({ position: 'minimized' })
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
    this.#submissionKey ??= newIdempotencyKey()
    this.#set({ isSending: true })
    try {
      const answer = await request({ target, fields, key: this.#submissionKey })
      this.#options.drafts.remove(targetKey(target))
      this.#hide()
      return answer
    } catch (error) {
      // A refusal is an answer: what is sent next is another submission.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        this.#submissionKey = undefined
      throw error
    } finally {
      this.#set({ isSending: false })
    }
  }

  async #discard(): Promise<boolean> {
    const { target, isSending } = this.#state
    if (target === undefined) return true
    if (isSending) return false
    if (this.hasUnsavedChanges && !(await this.#options.confirmDiscard(target))) return false
    this.#options.drafts.remove(targetKey(target))
    this.#hide()
    return true
  }

  #hide(): void {
    this.#original = NOTHING
    this.#submissionKey = undefined
    this.#set({ position: 'hidden', target: undefined, fields: NOTHING })
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
