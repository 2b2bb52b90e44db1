import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ComposerState } from '../../../base/composer/composer-model.ts'
import type { OpenDraft } from '../../../base/composer/open-draft.ts'
import { useObservable } from '../../../base/use-observable.ts'
import type { App } from '../../../points/app.ts'
import { useApp } from '../../../points/app-context.ts'
import { type ApiError, conflictIn } from '../../../store/api-error.ts'
import { missingField } from '../fields/field-states.ts'
import { prepareSubmission } from './prepare-submission.ts'
import { explainRefusal, type Refusal } from './refusal.ts'
import { submitComposer } from './submit.tsx'

/** Sends the composer's text; holds the error of the last attempt. */
export interface ComposerSubmission {
  submit: () => void
  /** Steps before sending run. */
  isPreparing: boolean
  /** Ends them; the text is not sent. */
  cancel: () => void
  /** Message about the last failure. */
  error: string | undefined
  invalidField: string | undefined
  /** The failed request, for debugging. */
  failure: ApiError | undefined
  dismissError: () => void
}

/** A refusal of a text. The composer may show another one by now. */
interface RefusalOfText extends Refusal, Pick<ComposerState, 'textId' | 'fields'> {}

/** @param section the composer's element; its first invalid field takes the focus. */
export function useSubmit(section: RefObject<HTMLElement | null>): ComposerSubmission {
  const app = useApp()
  const [shown, setShown] = useState<RefusalOfText>()
  const focusField = (name: string | undefined) =>
    section.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name ?? 'content')}"]`)?.focus()
  const preparation = usePreparation()

  const submit = async () => {
    const { openDraft, state } = app.composer
    const { target, isSending, textId, fields } = state
    if (target === undefined || isSending || preparation.isRunning()) return
    const isComplete = () => {
      const missing = missingField(app, target, app.composer.state.fields)
      if (missing !== undefined) focusField(missing)
      return missing === undefined
    }
    if (!isComplete()) return
    setShown(undefined)
    try {
      if (app.composer.outbox.isRepeated) await submitComposer(app)
      else {
        const additions = await preparation.run((signal) => prepareSubmission(app, signal))
        // The text may have changed since, and another one may be shown.
        const isShown = app.composer.openDraft === openDraft
        if (additions !== undefined && isShown && isComplete()) await submitComposer(app, additions)
      }
    } catch (error) {
      // A step may have changed the fields.
      const sent = app.composer.openDraft === openDraft ? app.composer.state.fields : fields
      const refused = await explainRefusal(app, error, target, sent)
      const isShown = app.composer.openDraft === openDraft
      const isConflict = conflictIn(error, 'content') !== undefined
      // `ConflictAlert` shows it.
      if (isShown && !isConflict) {
        setShown({ ...refused, textId, fields: app.composer.state.fields })
        if (refused.field !== undefined) focusField(refused.field)
      }
      // A composer that is minimized or closed, or shows another text, hides the message.
      if (isShown && app.composer.state.position !== 'minimized') return
      const retry = async () => {
        const isOpen = app.composer.openDraft === openDraft && !isConflict
        if ((isOpen || (await openAgain(app, openDraft))) && !isConflict) await submit()
      }
      const retryText = isConflict ? app.t('core.forum.drafts.open_button') : undefined
      app.alerts.show(refused.error, { tone: 'danger', retry: () => void retry(), retryText })
    }
  }
  const state = useObservable(app.composer)
  const refusal = shown && isAbout(shown, state) ? shown : undefined
  return {
    submit: () => void submit(),
    isPreparing: preparation.isShown,
    cancel: preparation.cancel,
    error: refusal?.error,
    invalidField: refusal?.field,
    failure: refusal?.failure,
    dismissError: () => setShown(undefined),
  }
}

/** Whether a refusal is about the text as it is now: not after its invalid field has changed. */
function isAbout({ textId, field, fields }: RefusalOfText, now: ComposerState): boolean {
  return now.textId === textId && (field === undefined || now.fields[field] === fields[field])
}

/** Milliseconds after which steps before sending show that they run: most take none. */
const shownAfter = 300

/** Runs the steps before sending, until the composer closes or shows another text. */
function usePreparation() {
  const { composer } = useApp()
  const [isShown, setIsShown] = useState(false)
  const controller = useRef<AbortController>(undefined)
  const { textId } = useObservable(composer)
  const cancel = () => controller.current?.abort()
  useEffect(() => {
    void textId
    return () => controller.current?.abort()
  }, [textId])
  const run = async <T>(prepare: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const own = new AbortController()
    controller.current = own
    const timer = setTimeout(() => setIsShown(true), shownAfter)
    try {
      return await prepare(own.signal)
    } finally {
      clearTimeout(timer)
      controller.current = undefined
      setIsShown(false)
    }
  }
  return { isShown, isRunning: () => controller.current !== undefined, cancel, run }
}

function openAgain({ composer }: App, draft: OpenDraft | undefined): Promise<boolean> {
  return draft === undefined ? Promise.resolve(false) : composer.openDraftOf(draft.key)
}
