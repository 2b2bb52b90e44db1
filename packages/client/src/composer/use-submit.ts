import { type RefObject, useState } from 'react'
import { useApp } from '../app-context.ts'
import { ApiError, describeError } from '../store/api-error.ts'
import { type ComposerField, missingField } from './composer-texts.ts'
import { submitComposer } from './submit.tsx'

/** Sending, and what came of it. */
export interface ComposerSubmission {
  submit: () => void
  /** Why the last attempt failed, in words for people. */
  error: string | undefined
  invalidField: ComposerField | undefined
  dismissError: () => void
}

interface Failure {
  error: string
  field?: ComposerField
}

/** @param section the composer, whose first field at fault takes the focus. */
export function useSubmit(section: RefObject<HTMLElement | null>): ComposerSubmission {
  const app = useApp()
  const [failure, setFailure] = useState<Failure>()
  const focusField = (name: ComposerField | undefined) =>
    section.current?.querySelector<HTMLElement>(`[name="${name ?? 'content'}"]`)?.focus()

  const submit = async () => {
    const { target, fields, isSending } = app.composer.state
    if (target === undefined || isSending) return
    const missing = missingField(target, fields)
    if (missing !== undefined) return focusField(missing)
    setFailure(undefined)
    try {
      await submitComposer(app)
    } catch (error) {
      const failed = describeFailure(app.t, error)
      setFailure(failed)
      if (failed.field !== undefined) focusField(failed.field)
    }
  }
  return {
    submit: () => void submit(),
    error: failure?.error,
    invalidField: failure?.field,
    dismissError: () => setFailure(undefined),
  }
}

function describeFailure(t: (key: string) => string, error: unknown): Failure {
  if (error instanceof ApiError && error.status === 0)
    return { error: t('core.forum.composer.connection_message') }
  const { key, lines, firstField } = describeError(error, window.location.origin)
  const text = key === undefined ? lines.join('\n') : t(key)
  return { error: text, field: firstField === 'title' || firstField === 'content' ? firstField : undefined }
}
