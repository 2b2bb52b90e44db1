import type { ComponentType } from 'react'
import { Observable } from '../../store/observable.ts'
import type { ComposerFields, ComposerTarget } from './composer-target.ts'
import type { Draft, Drafts } from './drafts.ts'

/** Phones show every open position in full screen. */
export type ComposerPosition = 'hidden' | 'normal' | 'minimized' | 'fullScreen'

/** The state of sending the text: see `Sending`. */
export interface SendingState {
  /** The text is being sent; it cannot be changed meanwhile. */
  readonly isSending: boolean
  /** The last attempt had no answer; a retry will follow. */
  readonly isWaiting: boolean
  /** An earlier submission had no answer: it may have arrived. */
  readonly isUncertain: boolean
  /** Idempotency key of a submission of this text, unless the server refused it. */
  readonly submissionKey: string | undefined
}

export interface ComposerState extends SendingState {
  readonly position: ComposerPosition
  /** Set whenever the position is not hidden. */
  readonly target: ComposerTarget | undefined
  readonly fields: ComposerFields
  /** State of the draft; `unsaved` if storage is full or forbidden. */
  readonly draft: 'none' | 'saved' | 'restored' | 'unsaved'
  /** The composer's component, once loaded. */
  readonly View: ComponentType | undefined
}

export interface ComposerModelOptions {
  /** The fields before any change. */
  originalFields: (target: ComposerTarget) => ComposerFields
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
  submissionKey: undefined,
} as const

/** The state of the composer: its position on the page, and a target with its fields and their draft. */
export class ComposerModel extends Observable<ComposerState> {
  #options: ComposerModelOptions
  #original = emptyFields

  constructor(options: ComposerModelOptions) {
    super({ ...closedState, View: undefined })
    this.#options = options
  }

  /** Whether closing would lose text. */
  get hasUnsavedChanges(): boolean {
    const { fields, target } = this.state
    if (target === undefined) return false
    return fields.title !== this.#original.title || fields.content !== this.#original.content
  }

  /** Starts writing to a target, with its draft if there is one. Does not show the composer. */
  start(target: ComposerTarget, draft: Draft | undefined): void {
    this.#original = this.#options.originalFields(target)
    this.update({
      target,
      fields: draft?.fields ?? this.#original,
      draft: draft === undefined ? 'none' : 'restored',
      isUncertain: draft?.submissionKey !== undefined,
      submissionKey: draft?.submissionKey,
    })
  }

  /** Changes fields, and saves them as the target's draft. */
  change(fields: Partial<ComposerFields>): void {
    const { target, isSending } = this.state
    if (target === undefined || isSending) return
    this.update({ fields: { ...this.state.fields, ...fields }, isUncertain: false, submissionKey: undefined })
    this.saveDraft()
  }

  /** Saves the text as the target's draft; removes the draft if the text is unchanged. */
  saveDraft(): void {
    const { drafts } = this.#options
    const { fields, submissionKey } = this.state
    if (this.hasUnsavedChanges) {
      const isSaved = drafts.save({ fields, submissionKey })
      this.update({ draft: isSaved ? 'saved' : 'unsaved' })
    } else {
      drafts.remove()
      this.update({ draft: 'none' })
    }
  }

  /** For `Sending`. */
  setSending(changes: Partial<SendingState>): void {
    this.update(changes)
  }

  expand(): void {
    const { position } = this.state
    if (position !== 'normal' && position !== 'fullScreen') this.update({ position: 'normal' })
  }

  minimize(): void {
    if (this.state.target !== undefined) this.update({ position: 'minimized' })
  }

  toggleFullScreen(): void {
    const { position } = this.state
    if (position !== 'hidden') this.update({ position: position === 'fullScreen' ? 'normal' : 'fullScreen' })
  }

  /** Clears the page: minimizes text in progress, closes an empty composer. */
  minimizeOrHide(): void {
    if (this.hasUnsavedChanges || this.state.isSending) this.minimize()
    else this.#hide()
  }

  /** Hides the composer, and removes the draft. */
  finish(): void {
    this.#options.drafts.remove()
    this.#hide()
  }

  #hide(): void {
    this.#original = emptyFields
    this.#options.drafts.close()
    this.update(closedState)
  }
}
