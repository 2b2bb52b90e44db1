import type { SettingTypes } from '../settings/setting-types.ts'

/** What a policy answers. Of all answers the first in this order decides; without any, the permission decides. */
export type Effect = 'forceDeny' | 'forceAllow' | 'deny' | 'allow' | 'none'

/** Why a policy answers so: a sentence for administrators. */
export interface Reason {
  /** Locale key of the sentence. */
  key: string
  /** The setting that the answer depends on: the sentence has its label as `{setting}` and its value as `{value}`. */
  setting?: keyof SettingTypes & string
}

/** The answer of a policy. */
export class Verdict {
  readonly effect: Effect
  readonly reason: Reason | undefined

  constructor(effect: Effect, reason?: Reason) {
    this.effect = effect
    this.reason = reason
  }

  /** Whether it allows the ability, if it decides. */
  get isAllowed(): boolean {
    return this.effect === 'allow' || this.effect === 'forceAllow'
  }

  /**
   * The same answer with a reason. Policies run for every row of a list, so make it once, as a constant.
   * @example const locked = deny.because('lock.admin.why.locked')
   */
  because(key: string, setting?: Reason['setting']): Verdict {
    return new Verdict(this.effect, { key, ...(setting !== undefined && { setting }) })
  }
}

export const forceDeny = new Verdict('forceDeny')
export const forceAllow = new Verdict('forceAllow')
export const deny = new Verdict('deny')
export const allow = new Verdict('allow')
/** No opinion, as undefined is, for answers that have a reason. */
export const noOpinion = new Verdict('none')

/** Is told of every policy that was asked, and of its answer. `owner` is the feature or extension that declares it. */
export type PolicyListener = (owner: string, verdict: Verdict | undefined) => void
