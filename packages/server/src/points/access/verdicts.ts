/** What a policy says; they weigh in this order, whoever says them. Nothing said: the permission row decides. */
export type Verdict = 'forceDeny' | 'forceAllow' | 'deny' | 'allow'

export const forceDeny: Verdict = 'forceDeny'
export const forceAllow: Verdict = 'forceAllow'
export const deny: Verdict = 'deny'
export const allow: Verdict = 'allow'
