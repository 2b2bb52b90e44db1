import type { Generated, MemoryTable } from '@parley/server'
import type { Selectable } from 'kysely'

interface PolicyTable {
  id: Generated<number>
  sort: number | null
  name: string
  url: string | null
  update_message: string | null
  terms_updated_at: string | null
  created_at: string
  updated_at: string
  optional: Generated<boolean>
  additional_info: string | null
  /** Until its answers are removed, a deleted policy stays. */
  deleted_at: string | null
}

export type PolicyRow = Selectable<PolicyTable>

/** The last answer of a member to a policy. */
interface PolicyUserTable {
  policy_id: number
  user_id: number
  /** When it was given, also if it is no. */
  accepted_at: string
  is_accepted: boolean
}

/** What a member answered, and to what. */
interface TermsAnswerTable {
  id: Generated<number>
  user_id: number
  /** The policy may be deleted. */
  policy_id: number
  policy_name: string
  terms_updated_at: string | null
  answered_at: string
  is_accepted: boolean
}

export type TermsAnswerRow = Selectable<TermsAnswerTable>

declare module '@parley/server' {
  interface Tables {
    fof_terms_policies: PolicyTable
    fof_terms_policy_user: PolicyUserTable
    terms_answers: TermsAnswerTable
  }

  interface UserTable {
    /** The last answers as JSON (`StoredAnswers`), beside `fof_terms_policy_user`: every request knows them without a query. */
    terms_answers: string | null
  }

  interface ResourceRows {
    'fof-terms-policies': PolicyRow
    'terms-answers': TermsAnswerRow
  }

  interface MemoryTableValues {
    fof_terms_policies: Policies
  }
}

/** The policies in memory. */
export interface Policies {
  /** In their order. */
  all: readonly PolicyRow[]
  /** Those that members must accept. */
  mandatory: readonly PolicyRow[]
}

/** How many policies a forum may have: every page has them. */
export const mostPolicies = 50

function bySort(one: PolicyRow, other: PolicyRow): number {
  return (one.sort ?? Number.MAX_SAFE_INTEGER) - (other.sort ?? Number.MAX_SAFE_INTEGER) || one.id - other.id
}

export const policiesInMemory: MemoryTable<Policies> = {
  table: 'fof_terms_policies',
  maximum: 1000,
  shape(rows) {
    const all = rows.filter(({ deleted_at }) => deleted_at === null).toSorted(bySort)
    return { all, mandatory: all.filter(({ optional }) => !optional) }
  },
}
