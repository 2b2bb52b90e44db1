import type { Additions, ComposerFields } from '../../points/composer/composer-target.ts'
import type { DraftSubject, EditBase } from './draft.ts'
import type { OpenDraft } from './open-draft.ts'

/** A text that is being sent. */
export interface OutgoingText {
  readonly draft: OpenDraft
  readonly fields: ComposerFields
  readonly subject: DraftSubject | undefined
  readonly edit: EditBase | undefined
  readonly submissionKey: string
  readonly additions: Additions | undefined
  /** RFC 3339. */
  readonly sentAt: string
  /** The last attempt had no answer; a retry will follow. */
  readonly isWaiting: boolean
  /** Stored so that another page goes on sending it after this one is closed. */
  readonly isQueued: boolean
  /** Ends the retries; the text stays as a draft. */
  readonly stop: () => void
}
