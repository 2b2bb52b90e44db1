import type { ComponentType } from 'react'
import {
  type Additions,
  type ComposerFields,
  type ComposerTarget,
  isSameTarget,
} from '../../points/composer/composer-target.ts'
import type { EditorHandle } from '../../points/composer/editor-handle.ts'
import { ComposerModel, type ComposerModelOptions, type ComposerState } from './composer-model.ts'
import { hasValues } from './draft.ts'
import type { Drafts, ListedDraft } from './drafts.ts'
import type { OpenDraft } from './open-draft.ts'
import { Outbox, type Submission } from './outbox.ts'
import type { OutgoingText } from './outgoing-text.ts'

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
  /** Called when the writer has deleted a text. `undo` opens it again. */
  onDiscarded: (target: ComposerTarget, undo: () => void) => void
  /** Called when another text cannot take the place of one that the browser refuses to save. */
  onOccupied: () => void
  /** Called when a new text is begun beside a draft that was begun with other values. */
  onOtherDraft: (draft: ListedDraft) => void
}

/** A text that the writer has deleted. */
type Discarded = Pick<
  ComposerState,
  'fields' | 'subject' | 'edit' | 'submissionKey' | 'additions' | 'position'
> & {
  target: ComposerTarget
}

export interface OpenOptions {
  /** Text of the writer to append. */
  insert?: string | Promise<string> | undefined
  /** A quotation or a mention to append. A new text begins with it, which counts as no change. */
  quote?: string | Promise<string> | undefined
  /** Begins another text, even if the target has a draft. */
  isNew?: boolean
  /** Values of the fields of a new text. They count as no change. A draft with other values is not opened in its place. */
  fields?: Partial<ComposerFields>
}

/**
 * The editor for new discussions, replies and edits, which floats over all pages and outlives navigation. The component,
 * the preview and the sending are loaded on first use. It shows one text at a time; others are drafts meanwhile.
 */
export class Composer extends ComposerModel {
  /** The texts that are not sent yet, in this browser. */
  readonly drafts: Drafts
  /** The texts that are being sent. */
  readonly outbox = new Outbox(this)
  /** The text field, while it is on the page. */
  editor: EditorHandle | undefined
  #options: ComposerOptions
  #watchers = new Map<string, ReplyWatcher>()
  #lastOpening: Promise<unknown> = Promise.resolve()

  constructor(options: ComposerOptions) {
    super(options)
    this.#options = options
    this.drafts = options.drafts
  }

  /** Loads the code early, on hover or focus of a button that opens the composer. */
  preload = (): void => {
    if (!this.#options.isGuest) this.#load().catch(() => {})
  }

  /**
   * Opens the composer with the target's draft, if there is one; a text for another target stays as its draft. Guests
   * get the log-in form.
   * @returns whether the composer is open for the target now.
   */
  async open(target: ComposerTarget, options: OpenOptions = {}): Promise<boolean> {
    const { insert, quote, isNew = false, fields } = options
    if (this.#options.isGuest) {
      this.#options.logIn(target)
      return false
    }
    let text: string | undefined
    try {
      const ready = await Promise.all([quote ?? insert, this.#load(), this.#options.prepare(target)])
      text = ready[0]
    } catch (error) {
      this.#options.onLoadFailed(error, () => void this.open(target, options))
      return false
    }
    return this.#queueOpening(async () => {
      const hasText = this.hasUnsavedChanges || this.state.isSending
      const isAnother = isNew || !hasValues(this.state.fields, fields)
      const isShown = isSameTarget(this.state.target, target) && !(isAnother && hasText)
      const isKept = isShown && (fields === undefined || hasText)
      if (!isKept) {
        const draft = await this.drafts.open(target, { isNew, fields })
        const isNewText = draft.stored === undefined && target.kind !== 'edit'
        const initial = quote && text && isNewText ? { ...fields, content: text } : fields
        const former = this.openDraft?.key
        if (!this.#showDraft(draft, undefined, initial)) return false
        if (isNewText && !isNew && fields !== undefined) await this.#reportOtherDraft(target, former)
      }
      if (text) this.#append(text, isKept)
      this.expand()
      return true
    })
  }

  /**
   * Opens one draft, or a text that is being sent, by its key. It opens even if its records cannot be loaded, so that
   * the text can be read and copied.
   * @returns whether it is open now: not if it is gone or another tab has it.
   */
  async openDraftOf(key: string): Promise<boolean> {
    const target = (await this.drafts.list()).find((draft) => draft.key === key)?.target
    try {
      await Promise.all([this.#load(), target && this.#options.prepare(target).catch(() => {})])
    } catch (error) {
      this.#options.onLoadFailed(error, () => void this.openDraftOf(key))
      return false
    }
    return this.#queueOpening(async () => {
      if (this.openDraft?.key !== key) {
        const outgoing = this.outbox.find(key)
        const draft = outgoing?.draft ?? (await this.drafts.openStored(key))
        if (draft === undefined || !this.#showDraft(draft, outgoing)) return false
      }
      this.expand()
      return true
    })
  }

  /** Deletes a draft, and closes the composer if it shows it. @returns brings the draft back. */
  deleteDraft(key: string): () => void {
    const restore = this.drafts.delete(key)
    if (this.openDraft?.key === key) this.finish()
    return restore
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
      this.start(draft)
      this.minimize()
    })
  }

  /** Closes the composer, and deletes its text; `onDiscarded` offers to undo that. A text that is being sent stays. */
  close(): void {
    const { target, fields, isSending, ...rest } = this.state
    if (target === undefined) return
    const isDeleted = this.hasUnsavedChanges && !isSending
    if (isSending) this.hide()
    else this.finish()
    const kept = { ...fields, content: this.withoutPlaceholders(fields.content) }
    if (isDeleted) this.#offerUndo({ ...rest, target, fields: kept })
  }

  /** The reader left a discussion's page: minimizes a reply in progress, closes an empty one. */
  leaveDiscussion(discussionId: string): void {
    const { target, position } = this.state
    if (target?.kind !== 'reply' || target.discussionId !== discussionId || position === 'hidden') return
    this.minimizeOrHide()
  }

  /** Sends the text: see `Outbox.send`. */
  send<T>(request: (submission: Submission) => Promise<T>, additions?: Additions): Promise<T | undefined> {
    return this.outbox.send(request, additions)
  }

  /** Ends the retries, so that the writer can change the text again. */
  stopSending(): void {
    if (this.state.isWaiting) this.outbox.find(this.openDraft?.key ?? '')?.stop()
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

  /** @param former key of the text that was shown before: the browser may still list it as held. */
  async #reportOtherDraft(target: ComposerTarget, former: string | undefined): Promise<void> {
    const drafts = (await this.drafts.list()).filter((draft) => isSameTarget(draft.target, target))
    const other = drafts.find(({ key, isHeld }) => key === former || !isHeld)
    if (other !== undefined) this.#options.onOtherDraft(other)
  }

  /** Appends a text that is not there yet. @param isShown the text field has the text already. */
  #append(text: string, isShown: boolean): void {
    const { content } = this.state.fields
    if (content.includes(text.trim())) return
    const start = content.trimEnd()
    const addition = start === '' ? text : `\n\n${text}`
    // The field's own edit can be undone.
    const isDone = isShown && this.editor?.replace(start.length, content.length, addition)
    if (!isDone) this.change({ content: start + addition })
  }

  /** Shows a draft in place of the current text, which stays a draft. @returns false if that would lose it. */
  #showDraft(draft: OpenDraft, outgoing?: OutgoingText, initial?: Partial<ComposerFields>): boolean {
    const { target, draft: saved } = this.state
    // Where the browser refuses to save, the text exists only in the composer.
    if (target !== undefined && saved === 'unsaved') {
      if (outgoing === undefined) draft.close()
      this.expand()
      this.#options.onOccupied()
      return false
    }
    this.start(draft, outgoing, initial)
    return true
  }

  #offerUndo(discarded: Discarded): void {
    const undo = async () => {
      if (!(await this.#reopen(discarded))) this.#offerUndo(discarded)
    }
    this.#options.onDiscarded(discarded.target, () => void undo())
  }

  /** Shows a deleted text as it was. @returns false if that would lose the current one. */
  #reopen({
    target,
    fields,
    subject,
    edit,
    submissionKey,
    additions,
    position,
  }: Discarded): Promise<boolean> {
    return this.#queueOpening(async () => {
      if (!this.#showDraft(await this.drafts.open(target, { isNew: true }))) return false
      const isUncertain = submissionKey !== undefined
      this.update({ fields, subject, submissionKey, additions, isUncertain, position })
      if (edit === undefined) this.saveDraft()
      else this.setEdit(edit)
      return true
    })
  }

  /** Runs openings one after the other. */
  #queueOpening<T>(open: () => Promise<T>): Promise<T> {
    const opened = this.#lastOpening.then(open)
    this.#lastOpening = opened.catch(() => {})
    return opened
  }

  /** Each call loads by itself: a failure belongs to the click that asked for the code, rather than to an earlier hover. */
  async #load(): Promise<void> {
    if (this.state.View === undefined) this.update({ View: await this.#options.load() })
  }
}

declare module '../../points/app.ts' {
  interface App {
    /** The editor: `composer.open({ kind: 'reply', discussionId })`. */
    readonly composer: Composer
  }
}
