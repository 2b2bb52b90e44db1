import type { ComponentType } from 'react'
import {
  type Additions,
  type ComposerFields,
  type ComposerTarget,
  isSameValue,
} from '../../points/composer/composer-target.ts'
import { Observable } from '../../store/observable.ts'
import type { DraftSubject, EditBase } from './draft.ts'
import type { Drafts } from './drafts.ts'
import type { OpenDraft } from './open-draft.ts'
import type { OutgoingText } from './outgoing-text.ts'

/** Phones show every open position in full screen. */
export type ComposerPosition = 'hidden' | 'normal' | 'minimized' | 'fullScreen'

/** The state of sending the text: see `Outbox`. */
export interface SendingState {
  /** The text is being sent; it cannot be changed meanwhile. */
  readonly isSending: boolean
  /** The last attempt had no answer; a retry will follow. */
  readonly isWaiting: boolean
  /** An earlier submission had no answer: it may have arrived. */
  readonly isUncertain: boolean
  /** Idempotency key of a submission of this text, unless the server refused it. */
  readonly submissionKey: string | undefined
  /** What that submission has besides the fields. */
  readonly additions: Additions | undefined
  /** The text is stored so that another page goes on sending it after this one is closed. */
  readonly isQueued: boolean
}

export interface ComposerState extends SendingState {
  readonly position: ComposerPosition
  /** Set whenever the position is not hidden. */
  readonly target: ComposerTarget | undefined
  /** Another number for each text that the composer shows. */
  readonly textId: number
  readonly fields: ComposerFields
  readonly subject: DraftSubject | undefined
  /** Of an edit, unless its post cannot be loaded. */
  readonly edit: EditBase | undefined
  /** State of the draft; `unsaved` if storage is full or forbidden. */
  readonly draft: 'none' | 'saved' | 'restored' | 'unsaved'
  /** The composer's component, once loaded. */
  readonly View: ComponentType | undefined
}

export interface ComposerModelOptions {
  /** The fields before any change. */
  originalFields: (target: ComposerTarget) => ComposerFields
  /** Checks the fields of a stored draft: those that it omits have their original values. */
  restoreFields: (target: ComposerTarget, stored: ComposerFields) => Partial<ComposerFields>
  /** What a target belongs to, for lists of drafts; `undefined` if its records are not loaded. */
  subjectOf: (target: ComposerTarget) => DraftSubject | undefined
  drafts: Drafts
}

const emptyFields: ComposerFields = { title: '', content: '' }
/** The state of a text that is not being sent. */
export const notSending = {
  isSending: false,
  isWaiting: false,
  isUncertain: false,
  submissionKey: undefined,
  additions: undefined,
  isQueued: false,
} as const
const closedState = {
  position: 'hidden',
  target: undefined,
  fields: emptyFields,
  subject: undefined,
  edit: undefined,
  draft: 'none',
  ...notSending,
} as const

/** The state of the composer: its position on the page, and a target with its fields and their draft. */
export class ComposerModel extends Observable<ComposerState> {
  #options: ComposerModelOptions
  /** The fields as the text was begun, and the same without the values that it was begun with. */
  #original = emptyFields
  #withoutInitial = emptyFields
  #openDraft: OpenDraft | undefined

  constructor(options: ComposerModelOptions) {
    super({ ...closedState, textId: 0, View: undefined })
    this.#options = options
  }

  /** The placeholders in the source, such as those of uploads. Only this page understands them: drafts omit them. */
  readonly placeholders = new Set<string>()

  /** The draft of the shown text. */
  get openDraft(): OpenDraft | undefined {
    return this.#openDraft
  }

  /** Whether closing would lose text. */
  get hasUnsavedChanges(): boolean {
    const { fields, target, edit } = this.state
    if (target === undefined) return false
    if (edit?.kept !== undefined) return true
    return Object.keys(fields).some((name) => !isSameValue(fields[name], this.#original[name]))
  }

  /**
   * Shows the text of a draft in place of the current one, which stays a draft or goes on being sent. Does not open
   * the composer.
   * @param outgoing the text, if it is being sent.
   * @param initial values of a new text.
   */
  start(draft: OpenDraft, outgoing?: OutgoingText, initial: Partial<ComposerFields> = {}): void {
    this.#release()
    const { target, stored } = draft
    const { originalFields, restoreFields, subjectOf, drafts } = this.#options
    this.#withoutInitial = originalFields(target)
    const original = withValues(this.#withoutInitial, initial)
    const edit = outgoing?.edit ?? stored?.edit ?? newEdit(target, original)
    this.#original = edit ? { ...original, content: edit.from } : original
    this.#openDraft = draft
    drafts.setShown(draft)
    this.update({
      target,
      textId: this.state.textId + 1,
      fields:
        outgoing?.fields ??
        withValues(original, stored === undefined ? {} : restoreFields(target, stored.fields)),
      subject: subjectOf(target) ?? stored?.subject,
      edit,
      draft: stored === undefined ? 'none' : 'restored',
      isSending: outgoing !== undefined,
      isWaiting: outgoing?.isWaiting === true,
      isUncertain: outgoing === undefined && stored?.submissionKey !== undefined,
      submissionKey: outgoing?.submissionKey ?? stored?.submissionKey,
      additions: outgoing?.additions ?? stored?.additions,
      isQueued: outgoing?.isQueued === true,
    })
    // The writer has it again: no page sends it.
    if (outgoing === undefined && stored?.isQueued) this.saveDraft()
  }

  /** Changes fields, and saves them as the target's draft. */
  change(fields: Partial<ComposerFields>): void {
    const { target, isSending } = this.state
    if (target === undefined || isSending) return
    this.update({
      fields: withValues(this.state.fields, fields),
      isUncertain: false,
      submissionKey: undefined,
      additions: undefined,
    })
    this.saveDraft()
  }

  /** Saves the text as the target's draft, queued while it is being sent. Removes the draft of an unchanged text. */
  saveDraft(): void {
    const { submissionKey, additions, subject, edit, isSending } = this.state
    if (this.hasUnsavedChanges) {
      const fields = this.#fieldsToSave()
      const isQueued = isSending && this.#options.drafts.canQueue
      const isSaved =
        this.#openDraft?.save({ fields, submissionKey, additions, isQueued, subject, edit }) === true
      this.update({ draft: isSaved ? 'saved' : 'unsaved', isQueued: isQueued && isSaved })
    } else {
      this.#openDraft?.remove()
      this.update({ draft: 'none', isQueued: false })
    }
  }

  /** Notes what the stored text of an edit's post is by now, and saves the draft. */
  setEdit(edit: EditBase): void {
    this.#original = { ...this.#original, content: edit.from }
    this.update({ edit })
    this.saveDraft()
  }

  /** For `Outbox`. */
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
    else this.hide()
  }

  /** Hides the composer, and removes the draft. */
  finish(): void {
    this.#openDraft?.remove()
    this.update(notSending)
    this.hide()
  }

  /** Hides the composer. Its text stays a draft, or goes on being sent. */
  protected hide(): void {
    this.#release()
    this.#original = emptyFields
    this.#openDraft = undefined
    this.#options.drafts.setShown(undefined)
    this.update(closedState)
  }

  /** The fields of a draft: title and text without placeholders, and the other fields that have been given a value. */
  #fieldsToSave(): ComposerFields {
    const { title, content, ...others } = this.state.fields
    const given = Object.entries(others).filter(
      ([name, value]) => !isSameValue(value, this.#withoutInitial[name]),
    )
    return { ...Object.fromEntries(given), title, content: this.withoutPlaceholders(content) }
  }

  /** Removes the placeholders from a source. */
  withoutPlaceholders(content: string): string {
    let kept = content
    for (const placeholder of this.placeholders) kept = kept.replaceAll(placeholder, '')
    return kept
  }

  /** Lets go of the shown draft. One that is being sent stays held until the answer. */
  #release(): void {
    if (!this.state.isSending) this.#openDraft?.close()
  }
}

/** An edit that begins now. Its post is not loaded if there is no source. */
function newEdit({ kind }: ComposerTarget, { content }: ComposerFields): EditBase | undefined {
  return kind === 'edit' && content !== '' ? { from: content } : undefined
}

/** Changes fields; a value that is undefined changes nothing. */
function withValues(fields: ComposerFields, changes: Partial<ComposerFields>): ComposerFields {
  const changed = { ...fields } as Record<string, ComposerFields[string]>
  for (const [name, value] of Object.entries(changes)) if (value !== undefined) changed[name] = value
  return changed as ComposerFields
}
