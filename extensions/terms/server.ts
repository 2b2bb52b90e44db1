import { defineExtension, purgeRows } from '@parley/server'
import { exportRoutes } from './server/answers/export.ts'
import { answersResource } from './server/answers/history.ts'
import { answerRoutes } from './server/answers/routes.ts'
import { signUpRules, storeSignUp } from './server/answers/sign-up.ts'
import { userFields } from './server/answers/user-fields.ts'
import { termsMigrations } from './server/migrations.ts'
import { policyActions } from './server/policies/audit.ts'
import { policiesOfForum, policiesResource } from './server/policies/resource.ts'
import { policyRoutes } from './server/policies/routes.ts'
import { bound, seeStates, termsPermissions, termsPolicies } from './server/rights.ts'
import { termsSettings } from './server/settings.ts'
import { policiesInMemory } from './server/tables.ts'

export type * from './shared.ts'

/** Members accept the policies of the forum before they take part. */
export default defineExtension({
  migrations: termsMigrations,
  memoryTables: { fof_terms_policies: policiesInMemory },
  settings: termsSettings,
  permissions: termsPermissions,
  policies: termsPolicies,
  accountColumns: ['terms_answers'],
  restrictions: { terms: bound },
  affects: {
    fof_terms_policies: 'everything',
    fof_terms_policy_user: 'nothing',
    terms_answers: 'nothing',
    'users.terms_answers': 'nothing',
  },
  audit: policyActions,
  deletions: {
    'fof-terms-policies': {
      sweep: [purgeRows('fof_terms_policy_user', 'policy_id', { key: ['policy_id', 'user_id'] })],
    },
    users: {
      sweep: [
        purgeRows('fof_terms_policy_user', 'user_id', { key: ['policy_id', 'user_id'] }),
        purgeRows('terms_answers', 'user_id'),
      ],
    },
  },
  on: { 'user.registered': storeSignUp },
  routes: [...policyRoutes, ...answerRoutes, ...exportRoutes],
  resources: {
    'fof-terms-policies': policiesResource,
    'terms-answers': answersResource,
    users: { fields: userFields, writes: signUpRules },
    forums: {
      fields: {
        'fof-terms.canSeeUserPoliciesState': {
          json: 'boolean',
          get: (_forum, { actor }) => actor.hasPermission(seeStates),
        },
      },
      relations: { fofTermsPolicies: policiesOfForum },
      defaultInclude: { show: ['fofTermsPolicies'] },
    },
  },
})
