import { type RefObject, useState } from 'react'
import type { ComposerState } from '../../base/composer/composer-model.ts'
import type { OpenDraft } from '../../base/composer/open-draft.ts'
import { useObservable } from '../../base/use-observable.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import type { ApiError } from '../../store/api-error.ts'
import { type ComposerField, isReady, missingField } from './composer-texts.ts'
import { describeRefusal, type Refusal } from './refusal.ts'
import { submitComposer } from './submit.tsx'

/** Sends the composer's text; holds the error of the last attempt. */
export interface ComposerSubmission {
  submit: () => void
  /** Message about the last failure. */
  error: string | undefined
  invalidField: ComposerField | undefined
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
  const focusField = (name: ComposerField | undefined) =>
    section.current?.querySelector<HTMLElement>(`[name="${name ?? 'content'}"]`)?.focus()

  const submit = async () => {
    const { openDraft, state } = app.composer
    const { target, fields, isSending, textId } = state
    if (target === undefined || isSending) return
    const missing = missingField(target, fields)
    if (missing !== undefined || !isReady(target, fields)) return focusField(missing ?? 'title')
    setShown(undefined)
    try {
      await submitComposer(app)
    } catch (error) {
      const refused = describeRefusal(app, error)
      const isShown = app.composer.openDraft === openDraft
      if (isShown) {
        setShown({ ...refused, textId, fields })
        if (refused.field !== undefined) focusField(refused.field)
      }
      // A composer that is minimized or closed, or shows another text, hides the message.
      if (isShown && app.composer.state.position !== 'minimized') return
      const retry = async () => {
        if (app.composer.openDraft === openDraft || (await openAgain(app, openDraft))) await submit()
      }
      app.alerts.show(refused.error, { tone: 'danger', retry: () => void retry() })
    }
  }
  const state = useObservable(app.composer)
  const refusal = shown && isAbout(shown, state) ? shown : undefined
  return {
    submit: () => void submit(),
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

function openAgain({ composer }: App, draft: OpenDraft | undefined): Promise<boolean> {
  return draft === undefined ? Promise.resolve(false) : composer.openDraftOf(draft.key)
}
