import { tooManyRequests } from '../../infrastructure/errors.ts'
import { addressKey } from '../../infrastructure/limits/rate-limits.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'

/**
 * The address that a limit on claiming names and e-mail addresses counts; undefined for administrators and for programs
 * with an API key, who have none.
 */
export function limitedAddress({ actor, client }: Context): string | undefined {
  return actor.isAdmin || !client || client.hasApiKey ? undefined : addressKey(client.ip)
}

/**
 * Counts an attempt to claim a name or an e-mail address, before anything is looked up: a refusal may tell who has an
 * account. Throws 429 when too many were refused. `discountAttempt` takes it back.
 */
export async function countAsRefused(context: Context): Promise<void> {
  const address = limitedAddress(context)
  if (address === undefined) return
  const wait = await context.forum.rateLimits.take('refusedNamesPerAddress', address)
  if (wait !== undefined) throw tooManyRequests(wait)
}

/** The attempt that `countAsRefused` counted succeeded: once the change is durable, it no longer counts. */
export function discountAttempt(context: WriteContext): void {
  const address = limitedAddress(context)
  if (address === undefined) return
  context.afterCommit(() => context.forum.rateLimits.giveBack('refusedNamesPerAddress', address))
}
