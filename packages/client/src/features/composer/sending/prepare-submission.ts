import type { App } from '../../../points/app.ts'
import { composerPartsOf } from '../../../points/composer/composer-parts.ts'
import type { Additions } from '../../../points/composer/composer-target.ts'
import { joinAdditions } from '../../../points/composer/join-additions.ts'
import { ApiError } from '../../../store/api-error.ts'
import { fieldAdditions } from '../fields/field-states.ts'

/**
 * Runs the steps before the composer's text is sent, one after the other.
 * @param signal ends the wait for a step, which may never end by itself.
 * @returns what they and the fields add to the request; undefined if a step or `signal` cancels.
 * @throws the error of a step; the text stays as it is.
 */
export async function prepareSubmission(app: App, signal: AbortSignal): Promise<Additions | undefined> {
  const { composer } = app
  const { target } = composer.state
  if (target === undefined) return undefined
  const added: Additions[] = []
  for (const { extension, part: step } of composerPartsOf(app).steps) {
    const { fields } = composer.state
    const change: typeof composer.change = (changes) => {
      if (!signal.aborted) composer.change(changes)
    }
    try {
      const result = await orAborted(signal, async () => step({ app, target, fields, change, signal }))
      if (signal.aborted || result === 'cancel') return undefined
      if (result !== undefined) added.push(result)
    } catch (error) {
      if (extension !== undefined && !(error instanceof ApiError)) app.reportFailure(extension, error)
      throw error
    }
  }
  return joinAdditions([fieldAdditions(app, target, composer.state.fields), ...added])
}

/** Waits for a result; undefined once `signal` is aborted. */
async function orAborted<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const handleAbort = () => resolve(undefined)
  signal.addEventListener('abort', handleAbort)
  try {
    return await Promise.race([run(), promise])
  } finally {
    signal.removeEventListener('abort', handleAbort)
  }
}
