import type { Extension } from '@parley/server'
import type { PolicyRow } from '../tables.ts'

const fields = {
  name: { label: 'terms.admin.policies.name' },
  url: { label: 'terms.admin.policies.url' },
  update_message: { label: 'terms.admin.policies.update-message' },
  terms_updated_at: { label: 'terms.admin.policies.terms-updated-at', isTime: true },
  optional: { label: 'terms.admin.policies.optional' },
  additional_info: { label: 'terms.admin.policies.additional-info' },
} as const

type Audited = Pick<PolicyRow, keyof typeof fields>

declare module '@parley/server' {
  interface AuditActions {
    'policy.created': Record<never, never>
    'policy.changed': Audited
    'policy.deleted': Record<never, never>
    'policies.ordered': Record<never, never>
  }
}

const target = 'fof-terms-policies'

/** What administrators do to policies. */
export const policyActions: NonNullable<Extension['audit']> = {
  'policy.created': { text: 'terms.audit.policy_created_text', target },
  'policy.changed': { text: 'terms.audit.policy_changed_text', target, fields },
  'policy.deleted': { text: 'terms.audit.policy_deleted_text', target },
  'policies.ordered': { text: 'terms.audit.policies_ordered_text' },
}

/** The fields that differ, with their values before and after. */
export function changedFields(before: PolicyRow, after: PolicyRow) {
  return Object.fromEntries(
    (Object.keys(fields) as (keyof Audited)[])
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, [before[name], after[name]] as const]),
  )
}
