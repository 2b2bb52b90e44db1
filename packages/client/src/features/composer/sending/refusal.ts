import type { App } from '../../../points/app.ts'
import type { ComposerFields, ComposerTarget } from '../../../points/composer/composer-target.ts'
import { ApiError, describeError, isUnanswered } from '../../../store/api-error.ts'
import { fieldsOf } from '../fields/field-states.ts'

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

/** The same, with what the fields of the text know about it. */
export async function explainRefusal(
  app: App,
  error: unknown,
  target: ComposerTarget,
  values: ComposerFields,
): Promise<Refusal> {
  const refusal = describeRefusal(app, error)
  if (!(error instanceof ApiError) || isUnanswered(error)) return refusal
  for (const { name, extension, part } of fieldsOf(app, target)) {
    if (part.explain === undefined || (refusal.field ?? name) !== name) continue
    try {
      const message = await part.explain(error, values[name] ?? null, { app, target })
      if (message !== undefined) return { ...refusal, error: message, field: name }
    } catch (failure) {
      // Without a connection it cannot look.
      if (extension !== undefined && !(failure instanceof ApiError)) app.reportFailure(extension, failure)
    }
  }
  return refusal
}
