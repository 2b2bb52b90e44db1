import { newIdempotencyKey } from '../../store/api.ts'
import { ApiError, isUnanswered, sessionChanged } from '../../store/api-error.ts'
import { Observable } from '../../store/observable.ts'
import type { ComposerModel } from './composer-model.ts'
import type { ComposerFields, ComposerTarget } from './composer-target.ts'
import type { OutgoingText } from './outgoing-text.ts'

/** What the composer sends, with its idempotency key. */
export interface Submission {
  target: ComposerTarget
  fields: ComposerFields
  key: string
  /** Aborted when the writer stops waiting for an answer. */
  signal: AbortSignal
  /** Called before each wait for the next attempt. */
  onWaiting: () => void
  /** Whether the writer looks at the text: not while the composer is minimized or shows another one. */
  isInView: () => boolean
}

/** The texts that are being sent: that of the composer, and those that it showed before another text. */
export class Outbox extends Observable<readonly OutgoingText[]> {
  #composer: ComposerModel

  constructor(composer: ComposerModel) {
    super([])
    this.#composer = composer
  }

  /** The outgoing text of a draft, by the draft's key. */
  find(key: string): OutgoingText | undefined {
    return this.state.find(({ draft }) => draft.key === key)
  }

  /**
   * Sends the composer's text, which cannot be changed meanwhile. Success hides the composer and removes the draft; a
   * failure leaves both unchanged. The composer may show another text meanwhile.
   * @param request gets the idempotency key of the submission. Sending the same text again after a missing answer
   * reuses the key, so that the server runs it once.
   */
  async send<T>(request: (submission: Submission) => Promise<T>): Promise<T | undefined> {
    const composer = this.#composer
    const { openDraft: draft } = composer
    const { target, fields, subject, isSending } = composer.state
    if (target === undefined || draft === undefined || isSending) return undefined
    const key = composer.state.submissionKey ?? newIdempotencyKey()
    const controller = new AbortController()
    const { signal } = controller
    const isShown = () => composer.openDraft === draft
    const isInView = () => isShown() && composer.state.position !== 'minimized'
    const stop = () => controller.abort()
    const sentAt = new Date().toISOString()
    composer.setSending({ isSending: true, submissionKey: key })
    // Saves the key with the draft: the page may close before the answer.
    if (composer.hasUnsavedChanges) composer.saveDraft()
    this.set([...this.state, { draft, fields, subject, submissionKey: key, sentAt, isWaiting: false, stop }])
    const onWaiting = () => {
      this.set(this.state.map((text) => (text.draft === draft ? { ...text, isWaiting: true } : text)))
      if (isShown()) composer.setSending({ isWaiting: true })
    }
    try {
      const answer = await request({ target, fields, key, signal, onWaiting, isInView })
      draft.remove()
      if (isShown()) composer.finish()
      else draft.close()
      return answer
    } catch (error) {
      const submissionKey = isRefusal(error) ? undefined : key
      if (isShown()) {
        const isUncertain = isUnanswered(error)
        composer.setSending({ isSending: false, isWaiting: false, isUncertain, submissionKey })
        composer.saveDraft()
      } else {
        draft.save({ fields, submissionKey, subject })
        draft.close()
      }
      throw error
    } finally {
      this.set(this.state.filter((text) => text.draft !== draft))
    }
  }
}

/** Whether the server refused the submission: the next one is new and gets a new key. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !error.has(sessionChanged)
}
