import { type ApiError, type App, defineComposerExtension, defineField, loadDocument } from '@parley/client'
import { indefinite, limited } from './refusals.ts'

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
  if (indefinite.applies(app)) return app.t('suspend.forum.composer.suspended_indefinitely_message')
  return limited.applies(app)
    ? app.t('suspend.forum.composer.suspended_message', limited.params(app))
    : undefined
}
