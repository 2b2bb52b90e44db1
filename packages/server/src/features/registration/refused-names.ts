import { addressKey } from '../../infrastructure/limits/rate-limits.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import { countAction } from '../../points/requests/rate-limits.ts'

/**
 * The client address that counts towards limits on claiming names and e-mail addresses; undefined for administrators
 * and programs with an API key, who have no limit.
 */
export function rateLimitedAddress({ actor, client }: Context): string | undefined {
  return actor.isAdmin || !client || client.hasApiKey ? undefined : addressKey(client.ip)
}

/**
 * Counts a claim of a name or an e-mail address before it is looked up, because a refusal may reveal which accounts
 * exist. Throws 429 after too many refusals. `refundClaim` undoes the count.
 */
export async function countClaim(context: Context): Promise<void> {
  const address = rateLimitedAddress(context)
  if (address === undefined) return
  await countAction(context, 'refusedNamesPerAddress', address)
}

/** Undoes `countClaim` for a successful claim, after the transaction commits. */
export function refundClaim(context: WriteContext): void {
  const address = rateLimitedAddress(context)
  if (address === undefined) return
  context.afterCommit(() => context.forum.rateLimits.refund('refusedNamesPerAddress', address))
}
