import { setTimeout as sleep } from 'node:timers/promises'
import { isEmailAddress } from '@parley/shared'
import { notAuthenticated, tooManyRequests } from '../../infrastructure/errors.ts'
import { addressKey, type LimitName } from '../../infrastructure/limits/rate-limits.ts'
import { isKeepable, isTruthy } from '../../infrastructure/schema/values.ts'
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

/** How long it takes to be refused, whatever is wrong: longer than checking any kind of hash does. */
const refusalMs = 250

/**
 * Checks what somebody logs in with and makes an access token (api-core 3.2). Throws 401 for whatever is wrong with
 * it, and 429 after too many failures for the name or from the address (D8); successes do not count.
 */
export async function logIn(context: Context, body: Readonly<Record<string, unknown>>): Promise<LoggedIn> {
  const identification = textOf(body.identification)
  const password = textOf(body.password)
  if (identification === undefined || password === undefined) throw notAuthenticated()
  const account = await findWithPassword(context, identification, password)

  const remember = isTruthy(body.remember)
  const renewed = await renewedHash(account.password, password)
  const token = await context.forum.write(context, async (writing) => {
    const { db, client, now } = writing
    if ((await lockedPassword(writing, account.id)) !== account.password) return undefined
    if (renewed !== undefined) {
      await db.updateTable('users').set({ password: renewed }).where('id', '=', account.id).execute()
    }
    const type = remember ? 'session_remember' : 'session'
    const session = { userId: account.id, type, now, ...(client && { client }) } as const
    return (await createAccessToken(db, session)).token
  })
  // The password was changed or its hash renewed while it was judged: that does not count.
  if (token === undefined) return logIn(context, body)
  return { userId: account.id, token, remember }
}

/** The stored hash, which stays as it is until the transaction ends. */
async function lockedPassword({ db, forum }: WriteContext, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('password')
    .where('id', '=', userId)
    .modifyEnd(forum.database.dialect.forUpdate)
    .executeTakeFirst()
  return row?.password
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' && value.length <= 1000 && isKeepable(value)
    ? value
    : undefined
}

/** The account of that name and password; 401 if there is none. */
async function findWithPassword(
  context: Context,
  identification: string,
  password: string,
): Promise<PasswordAccount> {
  const begun = performance.now()
  const account = await findAccount(context, identification)
  const isRight = await opensAccount(context, { identification, password, account })
  if (isRight && account) return account
  await sleep(Math.max(0, refusalMs - (performance.now() - begun)))
  throw notAuthenticated()
}

/**
 * Whether a log-in succeeds. Failures count for what was typed, so that answers are the same whether an account has that
 * name or address, and for the account behind it. When the account has had too many, by all its names together, a right
 * password is answered as a wrong one: 429 would tell which names are those of one account.
 */
function opensAccount(
  context: Context,
  {
    identification,
    password,
    account,
  }: { identification: string; password: string; account: PasswordAccount | undefined },
): Promise<boolean> {
  const { rateLimits } = context.forum
  const limit = ['failedLoginsPerAccount', String(account?.id)] as const
  return countingFailures(context, ['failedLoginsPerName', fold(identification)], async () => {
    const isRight = await isPasswordOf(account, password, context)
    if (!account || context.client?.hasApiKey) return isRight
    const wait = isRight ? await rateLimits.wait(...limit) : await rateLimits.take(...limit)
    return isRight && wait === undefined
  })
}

/**
 * Whether a password is that of the account that asks. Throws 429 after too many failures for the account or from the
 * address (D8); many at the same time count as many.
 */
export function provesPassword(
  context: Context,
  password: string,
  account: PasswordAccount,
): Promise<boolean> {
  return countingFailures(context, ['failedLoginsPerAccount', String(account.id)], () =>
    isPasswordOf(account, password, context),
  )
}

/** The verdict of `judge`, unless there were too many refusals (429). Programs with an API key have no limit. */
async function countingFailures(
  { client, forum }: Context,
  limit: readonly [limit: LimitName, key: string],
  judge: () => Promise<boolean>,
): Promise<boolean> {
  if (client?.hasApiKey) return judge()
  const outcome = await forum.rateLimits.attempt(
    client ? [limit, ['failedLoginsPerAddress', addressKey(client.ip)]] : [limit],
    async () => (await judge()) || undefined,
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

/** A hash of today for one of yesterday, if that one is the password's: another checker may have let it pass. */
async function renewedHash(stored: string, password: string): Promise<string | undefined> {
  if (!isOutdatedHash(stored) || !(await verifyPassword(password, stored))) return undefined
  return hashPassword(password)
}
