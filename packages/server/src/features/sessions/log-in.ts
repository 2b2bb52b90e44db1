import { setTimeout as sleep } from 'node:timers/promises'
import { isEmailAddress } from '@parley/shared'
import { notAuthenticated, tooManyRequests } from '../../infrastructure/errors.ts'
import { addressKey, type LimitName } from '../../infrastructure/limits/rate-limits.ts'
import { isStorable, isTruthy } from '../../infrastructure/schema/values.ts'
import { isPasswordOf, type PasswordAccount } from '../../points/access/password-checkers.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import { createAccessToken } from '../access-tokens/tokens.ts'
import { hasEmail, hasUsername } from '../users/find.ts'
import { fold } from '../users/folding.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from '../users/passwords.ts'

export interface LoggedIn {
  userId: number
  token: string
  remember: boolean
}

/** Minimum time of a refusal, longer than any check of a hash, so that timing reveals nothing. */
const minimumRefusalMs = 250

/**
 * Checks name and password and makes an access token (api-core 3.2). Throws 401 if either is wrong, and 429 after too
 * many failures for the name or from the client's address (D8); successes do not count.
 */
export async function logIn(context: Context, body: Readonly<Record<string, unknown>>): Promise<LoggedIn> {
  const identification = credentialText(body.identification)
  const password = credentialText(body.password)
  if (identification === undefined || password === undefined) throw notAuthenticated()
  const account = await findWithPassword(context, identification, password)

  const remember = isTruthy(body.remember)
  const upgraded = await upgradedHash(account.password, password)
  const token = await context.forum.write(context, async (writing) => {
    const { db, client, now } = writing
    if ((await lockPasswordHash(writing, account.id)) !== account.password) return undefined
    if (upgraded !== undefined) {
      await db.updateTable('users').set({ password: upgraded }).where('id', '=', account.id).execute()
    }
    const type = remember ? 'session_remember' : 'session'
    const session = { userId: account.id, type, now, ...(client && { client }) } as const
    return (await createAccessToken(db, session)).token
  })
  // Another request changed the password or upgraded its hash during the check: retry with the new hash.
  if (token === undefined) return logIn(context, body)
  return { userId: account.id, token, remember }
}

/** Locks the account's row until the transaction ends, and returns its stored hash. */
async function lockPasswordHash({ db, forum }: WriteContext, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('password')
    .where('id', '=', userId)
    .modifyEnd(forum.database.dialect.forUpdate)
    .executeTakeFirst()
  return row?.password
}

function credentialText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' && value.length <= 1000 && isStorable(value)
    ? value
    : undefined
}

/** Finds the account with this name and password; 401 if there is none. */
async function findWithPassword(
  context: Context,
  identification: string,
  password: string,
): Promise<PasswordAccount> {
  const startedAt = performance.now()
  const account = await findAccount(context, identification)
  const isCorrect = await isLogInAccepted(context, { identification, password, account })
  if (isCorrect && account) return account
  await sleep(Math.max(0, minimumRefusalMs - (performance.now() - startedAt)))
  throw notAuthenticated()
}

/**
 * Whether a log-in succeeds. Failures count for the sent name or address, whether an account has it or not, and for
 * the account. After too many failures of the account under all its names, a correct password gets the same answer as
 * a wrong one: 429 would reveal which names belong to one account.
 */
function isLogInAccepted(
  context: Context,
  {
    identification,
    password,
    account,
  }: { identification: string; password: string; account: PasswordAccount | undefined },
): Promise<boolean> {
  const { rateLimits } = context.forum
  const limit = ['failedLoginsPerAccount', String(account?.id)] as const
  return withFailureLimits(context, ['failedLoginsPerName', fold(identification)], async () => {
    const isCorrect = await isPasswordOf(account, password, context)
    if (!account || context.client?.hasApiKey) return isCorrect
    const wait = isCorrect ? await rateLimits.wait(...limit) : await rateLimits.take(...limit)
    return isCorrect && wait === undefined
  })
}

/**
 * Whether a password is that of the actor's own account. Throws 429 after too many failures for the account or from
 * the client's address (D8); each of several concurrent failures counts.
 */
export function isCurrentPassword(
  context: Context,
  password: string,
  account: PasswordAccount,
): Promise<boolean> {
  return withFailureLimits(context, ['failedLoginsPerAccount', String(account.id)], () =>
    isPasswordOf(account, password, context),
  )
}

/** Result of `check`; 429 after too many failures. Programs with an API key have no limit. */
async function withFailureLimits(
  { client, forum }: Context,
  limit: readonly [limit: LimitName, key: string],
  check: () => Promise<boolean>,
): Promise<boolean> {
  if (client?.hasApiKey) return check()
  const outcome = await forum.rateLimits.attempt(
    client ? [limit, ['failedLoginsPerAddress', addressKey(client.ip)]] : [limit],
    async () => (await check()) || undefined,
  )
  if ('wait' in outcome) throw tooManyRequests(outcome.wait)
  return outcome.result ?? false
}

function findAccount({ db }: Context, identification: string): Promise<PasswordAccount | undefined> {
  const matches = isEmailAddress(identification) ? hasEmail : hasUsername
  return db
    .selectFrom('users')
    .select(['id', 'username', 'password'])
    .where((eb) => matches(eb, identification))
    .executeTakeFirst()
}

/** A new hash in place of an outdated one, if that matches: another checker may have accepted the password. */
async function upgradedHash(stored: string, password: string): Promise<string | undefined> {
  if (!isOutdatedHash(stored) || !(await verifyPassword(password, stored))) return undefined
  return hashPassword(password)
}
