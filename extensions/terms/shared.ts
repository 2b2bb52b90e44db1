import type { DateString } from '@parley/shared'

/** A policy that members accept or decline (api-extensions 17): its names are those of the wire. */
export interface Policy {
  /** Its place in the order; null behind all others. */
  sort: number | null
  name: string
  url: string | null
  /** What an update has changed. */
  update_message: string | null
  /** When the terms changed last; null for never, and where the forum hides it. */
  terms_updated_at: DateString | null
  optional: boolean
  /** A text of the administrators, JSON by custom. */
  additional_info: string | null
  /** The same as `terms_updated_at`, hidden or not, for administrators. */
  stored_terms_updated_at?: DateString | null
}

/** What a member has answered to a policy, and what is asked of them. */
export interface PolicyState {
  /** When they answered last; null for never. */
  accepted_at: DateString | null
  /** They never answered, or the terms have changed since. */
  has_update: boolean
  /** They have only a guest's rights until they accept. */
  must_accept: boolean
  is_accepted: boolean
}

/** An answer of a member, with what it was about. */
export interface PolicyAnswer {
  policyName: string
  /** The terms that were answered; null for terms that never changed. */
  termsUpdatedAt: DateString | null
  answeredAt: DateString
  isAccepted: boolean
}

/** The name of the box of a policy in forms to sign up. */
export function boxName(policyId: number | string): string {
  return `fof_terms_policy_${policyId}`
}

/** How dates of policies are written, unless administrators choose another format of day.js. */
export const defaultDateFormat = 'YYYY-MM-DD'

declare module '@parley/shared' {
  interface Resources {
    'fof-terms-policies': Policy
    'terms-answers': PolicyAnswer
  }

  interface User {
    /** By policy. Only for oneself, and for those who may see it. */
    fofTermsPoliciesState?: Readonly<Record<string, PolicyState>>
    fofTermsPoliciesHasUpdate?: boolean
    fofTermsPoliciesMustAccept?: boolean
  }

  interface Forum {
    'fof-terms.signup-legal-text'?: string
    'fof-terms.hide-updated-at'?: boolean
    'fof-terms.date-format'?: string
    'fof-terms.canSeeUserPoliciesState'?: boolean
  }
}
