import { newIdempotencyKey } from '../../store/api.ts'
import { ApiError, isUnanswered, sessionChanged } from '../../store/api-error.ts'
import type { ComposerModel } from './composer-model.ts'
import type { ComposerFields, ComposerTarget } from './composer-target.ts'

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

/** Sends the composer's text, one submission at a time. */
export class Sending {
  #composer: ComposerModel
  #controller: AbortController | undefined

  constructor(composer: ComposerModel) {
    this.#composer = composer
  }

  /**
   * Sends the text, which cannot be changed meanwhile. Success hides the composer and removes the draft; a failure
   * leaves both unchanged.
   * @param request gets the idempotency key of the submission. Sending the same text again after a missing answer
   * reuses the key, so that the server runs it once.
   */
  async send<T>(request: (submission: Submission) => Promise<T>): Promise<T | undefined> {
    const composer = this.#composer
    const { target, fields, isSending, submissionKey } = composer.state
    if (target === undefined || isSending) return undefined
    const key = submissionKey ?? newIdempotencyKey()
    const controller = new AbortController()
    this.#controller = controller
    composer.setSending({ isSending: true, submissionKey: key })
    // Saves the key with the draft: the page may close before the answer.
    if (composer.hasUnsavedChanges) composer.saveDraft()
    const onWaiting = () => composer.setSending({ isWaiting: true })
    try {
      const answer = await request({ target, fields, key, signal: controller.signal, onWaiting })
      composer.finish()
      return answer
    } catch (error) {
      composer.setSending({
        isSending: false,
        isWaiting: false,
        isUncertain: isUnanswered(error),
        submissionKey: isRefusal(error) ? undefined : key,
      })
      composer.saveDraft()
      throw error
    }
  }

  /** Ends the retries, so that the writer can change the text again. */
  stop(): void {
    if (this.#composer.state.isWaiting) this.#controller?.abort()
  }
}

/** Whether the server refused the submission: the next one is new and gets a new key. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !error.has(sessionChanged)
}
