import type { App } from '../../../points/app.ts'
import { type ApiError, describeError, isUnanswered } from '../../../store/api-error.ts'

/** Why a text was not sent. */
export interface Refusal {
  /** Message for the writer. */
  error: string
  /** The field that the message is about. */
  field: string | undefined
  /** The failed request, for debugging. */
  failure: ApiError | undefined
}

/** Describes the error of a submission. */
export function describeRefusal({ t, forum }: App, error: unknown): Refusal {
  const { key, lines, firstField, failure } = describeError(error, forum.baseOrigin)
  const text = key === undefined ? lines.join('\n') : t(key)
  return {
    error: isUnanswered(error) ? t('core.forum.composer.connection_message') : text,
    field: firstField,
    failure,
  }
}
