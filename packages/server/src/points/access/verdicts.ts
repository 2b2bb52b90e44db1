/** The answer of a policy. Of all answers the first in this order decides; without any, the permission decides. */
export type Verdict = 'forceDeny' | 'forceAllow' | 'deny' | 'allow'

export const forceDeny: Verdict = 'forceDeny'
export const forceAllow: Verdict = 'forceAllow'
export const deny: Verdict = 'deny'
export const allow: Verdict = 'allow'
