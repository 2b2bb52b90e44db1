import { type ApiError, type App, defineComposerExtension, defineField, loadDocument } from '@parley/client'
import { isIndefinite } from '../shared.ts'
import { endInWords, ownEnd } from './suspension.ts'

/** Says why a text is refused that a member began before the suspension. */
export default defineComposerExtension({
  fields: {
    suspension: defineField<null>({
      appliesTo: () => true,
      initial: () => null,
      restore: () => null,
      explain: (error, _, { app }) => explain(app, error),
    }),
  },
})

async function explain(app: App, error: ApiError): Promise<string | undefined> {
  if (error.status !== 403) return undefined
  await loadDocument(app, `/users/${app.userId}`)
  const end = ownEnd(app)
  if (end === undefined) return undefined
  return isIndefinite(end)
    ? app.t('suspend.forum.composer.suspended_indefinitely_message')
    : app.t('suspend.forum.composer.suspended_message', {
        until: endInWords(end, app.clock.state.translator),
      })
}
