import { type RefObject, useState } from 'react'
import type { OpenDraft } from '../../base/composer/open-draft.ts'
import { useObservable } from '../../base/use-observable.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { type ApiError, describeError, isUnanswered } from '../../store/api-error.ts'
import { type ComposerField, isReady, missingField } from './composer-texts.ts'
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

interface Refusal {
  error: string
  field: ComposerField | undefined
  failure: ApiError | undefined
}

interface RefusalOfText extends Refusal {
  /** The text that was refused: the composer may show another one by now. */
  textId: number
}

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
      const isShown = app.composer.state.textId === textId
      if (isShown) {
        setShown({ ...refused, textId })
        if (refused.field !== undefined) focusField(refused.field)
      }
      // A composer that is minimized or shows another text hides the message.
      if (isShown && app.composer.state.position !== 'minimized') return
      const retry = async () => {
        if (app.composer.state.textId === textId || (await openAgain(app, openDraft))) await submit()
      }
      app.alerts.show(refused.error, { tone: 'danger', retry: () => void retry() })
    }
  }
  const { textId } = useObservable(app.composer)
  const refusal = shown?.textId === textId ? shown : undefined
  return {
    submit: () => void submit(),
    error: refusal?.error,
    invalidField: refusal?.field,
    failure: refusal?.failure,
    dismissError: () => setShown(undefined),
  }
}

function openAgain({ composer }: App, draft: OpenDraft | undefined): Promise<boolean> {
  return draft === undefined ? Promise.resolve(false) : composer.openDraftOf(draft.key)
}

function describeRefusal({ t, forum }: App, error: unknown): Refusal {
  const { key, lines, firstField, failure } = describeError(error, forum.baseOrigin)
  const text = key === undefined ? lines.join('\n') : t(key)
  return {
    error: isUnanswered(error) ? t('core.forum.composer.connection_message') : text,
    field: firstField === 'title' || firstField === 'content' ? firstField : undefined,
    failure,
  }
}
