import type { Additions, ComposerFields, ComposerTarget } from '../../points/composer/composer-target.ts'
import { ApiError, conflictIn, isUnanswered, sessionChanged } from '../../store/api-error.ts'
import { Observable } from '../../store/observable.ts'
import type { ComposerModel } from './composer-model.ts'
import { textOf } from './draft.ts'
import type { OpenDraft } from './open-draft.ts'
import type { OutgoingText } from './outgoing-text.ts'
import { isKeyOutdated, newSubmissionKey } from './submission-key.ts'

/** What the composer sends, with its idempotency key. */
export interface Submission {
  target: ComposerTarget
  fields: ComposerFields
  /** What the request has besides the title and the source. */
  additions: Additions
  /** Of an edit: the source that it began from. */
  from: string | undefined
  key: string
  /** Aborted when the writer stops waiting for an answer. */
  signal: AbortSignal
  /** Called before each wait for the next attempt. */
  onWaiting: () => void
  /** Whether it can be sent once more: not after so long a time that it might appear twice. */
  mayRetry: () => boolean
  /** Whether the writer looks at the text: not while the composer is minimized or shows another one. */
  isInView: () => boolean
}

type QueuedText = Omit<OutgoingText, 'sentAt' | 'isWaiting' | 'stop'>

/** The texts that are being sent: that of the composer, and those that it showed before another text. */
export class Outbox extends Observable<readonly OutgoingText[]> {
  #composer: ComposerModel

  constructor(composer: ComposerModel) {
    super([])
    this.#composer = composer
  }

  /** Whether the composer's text was sent before without an answer: it is sent as it was then. */
  get isRepeated(): boolean {
    const { submissionKey } = this.#composer.state
    return submissionKey !== undefined && !isKeyOutdated(submissionKey)
  }

  /** The outgoing text of a draft, by the draft's key. */
  find(key: string): OutgoingText | undefined {
    return this.state.find(({ draft }) => draft.key === key)
  }

  /**
   * Sends the composer's text, which cannot be changed meanwhile. Success hides the composer and removes the draft; a
   * failure leaves both unchanged. The composer may show another text meanwhile.
   * @param request gets the idempotency key of the submission. Sending the same text again after a missing answer
   * reuses the key and the additions, so that the server runs it once.
   * @param additions of a new submission.
   */
  async send<T>(
    request: (submission: Submission) => Promise<T>,
    additions?: Additions,
  ): Promise<T | undefined> {
    const composer = this.#composer
    const { openDraft: draft } = composer
    const { target, fields, subject, edit, isSending } = composer.state
    if (target === undefined || draft === undefined || isSending) return undefined
    const text = this.isRepeated
      ? { submissionKey: composer.state.submissionKey ?? '', additions: composer.state.additions }
      : { submissionKey: newSubmissionKey(), additions }
    composer.setSending({ isSending: true, ...text })
    // Queues the draft with its key: the page may close before the answer.
    if (composer.hasUnsavedChanges) composer.saveDraft()
    const { isQueued } = composer.state
    return this.#deliver({ draft, fields, subject, edit, ...text, isQueued }, request)
  }

  /**
   * Resumes sending a text that a closed page had queued. On success its draft is deleted; on failure it stays as an
   * ordinary draft. A text that has waited for a day is not sent, and fails the same way: the server might store it twice.
   */
  async sendQueued<T>(
    draft: OpenDraft,
    request: (submission: Submission) => Promise<T>,
  ): Promise<T | undefined> {
    const { fields, subject, edit, submissionKey, additions } = draft.stored ?? {}
    if (fields === undefined || submissionKey === undefined) return undefined
    const unanswered = () => Promise.reject(new ApiError({ status: 0, url: '' }))
    const send = isKeyOutdated(submissionKey) ? unanswered : request
    return this.#deliver({ draft, fields, subject, edit, submissionKey, additions, isQueued: true }, send)
  }

  async #deliver<T>(text: QueuedText, request: (submission: Submission) => Promise<T>): Promise<T> {
    const composer = this.#composer
    const { draft, fields, subject, edit, submissionKey: key, additions } = text
    const controller = new AbortController()
    const isShown = () => composer.openDraft === draft
    const stop = () => controller.abort()
    this.set([...this.state, { ...text, sentAt: new Date().toISOString(), isWaiting: false, stop }])
    const submission: Submission = {
      target: draft.target,
      fields,
      additions: additions ?? {},
      from: edit?.from,
      key,
      signal: controller.signal,
      onWaiting: () => {
        this.set(this.state.map((sent) => (sent.draft === draft ? { ...sent, isWaiting: true } : sent)))
        if (isShown()) composer.setSending({ isWaiting: true })
      },
      mayRetry: () => !isKeyOutdated(key),
      isInView: () => isShown() && composer.state.position !== 'minimized',
    }
    try {
      const answer = await request(submission)
      draft.remove()
      if (isShown()) composer.finish()
      else draft.close()
      return answer
    } catch (error) {
      const submissionKey = isRefusal(error) ? undefined : key
      const conflict = edit && conflictIn(error, 'content')
      const editNow = conflict ? { ...edit, current: textOf(conflict.current) } : edit
      if (isShown()) {
        const isUncertain = isUnanswered(error)
        composer.setSending({
          isSending: false,
          isWaiting: false,
          isUncertain,
          submissionKey,
          additions: submissionKey === undefined ? undefined : additions,
        })
        if (editNow) composer.setEdit(editNow)
        else composer.saveDraft()
      } else {
        draft.save({
          fields,
          submissionKey,
          additions: submissionKey === undefined ? undefined : additions,
          subject,
          edit: editNow,
        })
        draft.close()
      }
      throw error
    } finally {
      this.set(this.state.filter((sent) => sent.draft !== draft))
    }
  }
}

/** Whether the server refused the submission: the next one is new and gets a new key. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !error.has(sessionChanged)
}
