import { type RefObject, useState } from 'react'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { type ApiError, describeError, isUnanswered } from '../../store/api-error.ts'
import { type ComposerField, missingField } from './composer-texts.ts'
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

/** @param section the composer's element; its first invalid field takes the focus. */
export function useSubmit(section: RefObject<HTMLElement | null>): ComposerSubmission {
  const app = useApp()
  const [refusal, setRefusal] = useState<Refusal>()
  const focusField = (name: ComposerField | undefined) =>
    section.current?.querySelector<HTMLElement>(`[name="${name ?? 'content'}"]`)?.focus()

  const submit = async () => {
    const { target, fields, isSending } = app.composer.state
    if (target === undefined || isSending) return
    const missing = missingField(target, fields)
    if (missing !== undefined) return focusField(missing)
    setRefusal(undefined)
    try {
      await submitComposer(app)
    } catch (error) {
      const refused = describeRefusal(app, error)
      setRefusal(refused)
      if (refused.field !== undefined) focusField(refused.field)
      // A minimized composer hides its own message.
      if (app.composer.state.position === 'minimized') {
        app.alerts.show(refused.error, { tone: 'danger', retry: () => void submit() })
      }
    }
  }
  return {
    submit: () => void submit(),
    error: refusal?.error,
    invalidField: refusal?.field,
    failure: refusal?.failure,
    dismissError: () => setRefusal(undefined),
  }
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
