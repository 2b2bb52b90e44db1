import { isEmailAddress } from '@parley/shared'
import { createAccessToken, deleteExpiredTokens } from '../access-tokens/tokens.ts'
import type { Context } from '../context.ts'
import { notAuthenticated, tooManyRequests } from '../errors.ts'
import { addressKey } from '../rate-limits.ts'
import { isKeepable, isTruthy } from '../schema/values.ts'
import { hasEmail, hasUsername } from './find.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './passwords.ts'

export interface LoggedIn {
  userId: number
  token: string
  remember: boolean
}

/**
 * Checks what somebody logs in with and makes an access token (api-core 3.2). Throws 401 for whatever is wrong with
 * it, and 429 after too many failures for the account or from the address (D8); successes do not count.
 */
export async function logIn(context: Context, body: Readonly<Record<string, unknown>>): Promise<LoggedIn> {
  const { forum } = context
  const identification = textOf(body.identification)
  const password = textOf(body.password)
  if (identification === undefined || password === undefined) throw notAuthenticated()
  const account = await findAccount(context, identification)
  const giveBack = await takeAttempt(context, account ? accountKey(account.id) : identification.toLowerCase())
  if (!(await verifyPassword(password, account?.password)) || !account) throw notAuthenticated()
  await giveBack()

  const remember = isTruthy(body.remember)
  const renewed = isOutdatedHash(account.password) ? await hashPassword(password) : undefined
  const { token } = await forum.write(context, async ({ db, client, now }) => {
    if (renewed !== undefined) {
      // Not over a password that was changed in between.
      await db
        .updateTable('users')
        .set({ password: renewed })
        .where('id', '=', account.id)
        .where('password', '=', account.password)
        .execute()
    }
    await deleteExpiredTokens(db, now, account.id)
    const type = remember ? 'session_remember' : 'session'
    return createAccessToken(db, { userId: account.id, type, now, ...(client && { client }) })
  })
  return { userId: account.id, token, remember }
}

/** What stands for an account in counters of attempts. */
export function accountKey(userId: number): string {
  return `user ${userId}`
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' && value.length <= 1000 && isKeepable(value)
    ? value
    : undefined
}

function findAccount({ db }: Context, identification: string) {
  const matches = isEmailAddress(identification) ? hasEmail : hasUsername
  return db
    .selectFrom('users')
    .select(['id', 'password'])
    .where((eb) => matches(eb, identification))
    .executeTakeFirst()
}

/**
 * Counts an attempt to prove oneself with a password before it is judged, so that many at the same time count too.
 * Throws 429 after too many; what it returns takes a successful one back.
 */
export async function takeAttempt({ forum, client }: Context, key: string): Promise<() => Promise<void>> {
  const { rateLimits } = forum
  const address = client && addressKey(client.ip)
  const wait =
    (address && (await rateLimits.take('failedLoginsPerAddress', address))) ||
    (await rateLimits.take('failedLoginsPerAccount', key))
  if (wait !== undefined) throw tooManyRequests({ headers: { 'retry-after': String(wait) } })
  return async () => {
    if (address) await rateLimits.giveBack('failedLoginsPerAddress', address)
    await rateLimits.giveBack('failedLoginsPerAccount', key)
  }
}
