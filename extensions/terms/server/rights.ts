import { type Actor, allow, deny, type Extension, type Restriction } from '@parley/server'
import { owesAny } from './state.ts'
import type { PolicyRow, TermsAnswerRow } from './tables.ts'

export const seeStates = 'fof-terms.see-user-policies-state'
export const postpone = 'fof-terms.postpone-policies-accept'
export const exportAnswers = 'fof-terms.export-policies'

const label = (name: string) => `terms.admin.permissions.${name}`

export const termsPermissions: NonNullable<Extension['permissions']> = {
  [seeStates]: { section: 'moderate', label: label('see-user-policies-state') },
  [postpone]: { section: 'moderate', label: label('postpone-policies-accept') },
  [exportAnswers]: { section: 'moderate', label: label('export-policies') },
}

/** Members have only a guest's rights while they owe an acceptance. */
export const bound: Restriction = ({ columns }, { rules, holds }) => {
  const { mandatory } = rules.tables.get('fof_terms_policies')
  return owesAny(mandatory, columns?.terms_answers) && !holds(postpone)
    ? { key: 'terms.admin.why.must_accept' }
    : undefined
}

/** Whether an actor sees what a member has answered. */
export function seesState(actor: Actor, user: { id: number }): boolean {
  return (!actor.isGuest && actor.id === user.id) || actor.hasPermission(seeStates)
}

/** Everyone reads the policies, and members their own answers. */
export const termsPolicies: NonNullable<Extension['policies']> = {
  'fof-terms-policies': {
    view: { verdict: (_actor: Actor, _policy: PolicyRow) => allow, scope: () => true },
  },
  'terms-answers': {
    view: {
      verdict: (actor: Actor, { user_id }: TermsAnswerRow) => (user_id === actor.id ? allow : deny),
      scope: (eb, { actor }) => eb('terms_answers.user_id', '=', actor.id),
    },
  },
}
