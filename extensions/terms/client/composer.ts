import { type ApiError, type App, defineComposerExtension, defineField } from '@parley/client'
import { refreshedPending, review } from './policies.ts'

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
  const pending = await refreshedPending(app)
  if (!pending || !store.get('users', userId)?.fofTermsPoliciesMustAccept) return undefined
  review(app, pending)
  return t('terms.forum.composer.must_accept_message')
}
