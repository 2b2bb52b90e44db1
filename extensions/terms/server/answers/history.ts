import type { Extension } from '@parley/server'
import { wireDate } from '@parley/shared'
import '../tables.ts'

type Resources = NonNullable<Extension['resources']>

/** What members have answered, each for themselves, the latest first. */
export const answersResource: Resources['terms-answers'] = {
  table: 'terms_answers',
  path: 'terms-answers',
  isPersonal: true,
  fields: {
    policyName: { column: 'policy_name', json: 'string' },
    termsUpdatedAt: {
      json: 'date?',
      get: ({ terms_updated_at: changed }, { forum }) =>
        changed === null || forum.settings.get('fof-terms.hide-updated-at') ? null : wireDate(changed),
    },
    answeredAt: { json: 'date', get: ({ answered_at }) => wireDate(answered_at) },
    isAccepted: { column: 'is_accepted', json: 'boolean' },
  },
  endpoints: { index: { authenticated: true, ignoresSort: true, sort: () => '-id' } },
}
