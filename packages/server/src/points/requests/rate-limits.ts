import { tooManyRequests } from '../../infrastructure/errors.ts'
import { addressKey, type Limit, type LimitName } from '../../infrastructure/limits/rate-limits.ts'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** The rate limits of an extension, by name. */
export type RateLimitDeclarations = { readonly [Name in LimitName]?: Limit }

/** Checks and combines the rate limits of all extensions. */
export function combineRateLimits(
  declared: readonly Declared<RateLimitDeclarations | undefined>[],
): Map<string, Owned<Limit>> {
  const sections = declared as readonly Declared<Readonly<Record<string, Limit>> | undefined>[]
  return mergeRecords('rateLimits', sections, ({ points, seconds }, name) => {
    if (!/^[a-z]\w*$/i.test(name)) return 'has a name of other characters than letters, digits and _'
    const isWrong = [points, seconds].some((number) => !Number.isSafeInteger(number) || number < 1)
    return isWrong ? 'needs points and seconds above 0' : undefined
  })
}

/**
 * Counts an action of the actor; throws 429 if it exceeds the limit. `key` is what has the limit: by default the account,
 * or the address of a guest. Programs with an API key have no limits.
 */
export async function countAction(
  { actor, client, forum }: Context,
  limit: LimitName,
  key?: string,
): Promise<void> {
  if (client?.hasApiKey) return
  const own = actor.isGuest ? `address ${addressKey(client?.ip ?? '')}` : `account ${actor.id}`
  const wait = await forum.rateLimits.take(limit, key ?? own)
  if (wait !== undefined) throw tooManyRequests(wait)
}

declare module '../extension.ts' {
  interface Extension {
    /** How often visitors may do something. Operators change the limits by name (`RATE_LIMITS`). */
    rateLimits?: RateLimitDeclarations
  }
}

declare module '../extension-point.ts' {
  interface Points {
    rateLimits: ReadonlyMap<string, Owned<Limit>>
  }
}

/** Rate limits. */
export const rateLimitsPoint = definePoint('rateLimits', {
  sections: ['rateLimits'],
  combine: ({ rateLimits }) => combineRateLimits(rateLimits),
})
