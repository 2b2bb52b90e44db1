import { type ApiError, type App, defineComposerExtension, defineField, loadDocument } from '@parley/client'
import { pendingOf, policiesOf, review } from './policies.ts'

/** Says why a text is refused that a member began before there was something to accept, and asks for it. */
export default defineComposerExtension({
  fields: {
    terms: defineField<null>({
      appliesTo: () => true,
      initial: () => null,
      restore: () => null,
      explain: (error, _, { app }) => explain(app, error),
    }),
  },
})

async function explain(app: App, error: ApiError): Promise<string | undefined> {
  const { store, userId = '', t } = app
  if (error.status !== 403) return undefined
  await Promise.all([loadDocument(app, '/'), loadDocument(app, `/users/${userId}`)])
  const user = store.get('users', userId)
  if (!user?.fofTermsPoliciesMustAccept) return undefined
  review(app, pendingOf(policiesOf(app), user.fofTermsPoliciesState ?? {}))
  return t('terms.forum.composer.must_accept_message')
}
