import { createHash } from 'node:crypto'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Queries, Tables } from '../../infrastructure/db/tables.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { type SealingKeys, seal, tryUnseal } from '../../infrastructure/keys/sealing.ts'
import type { ClientInfo } from '../../points/context/context.ts'
import type { AccessTokenRow, AccessTokenType } from './table.ts'

const sessionSeconds = 3600
const rememberSeconds = 5 * 365 * 24 * 3600
const longestUserAgent = 255

/** Tokens of browsers, which log in and out. */
const sessionTypes = ['session', 'session_remember'] as const satisfies readonly AccessTokenType[]

/** Seconds without use after which a token is void; undefined for never (api-core 4.5). */
const lifetimes: Record<AccessTokenType, number | undefined> = {
  session: sessionSeconds,
  session_remember: rememberSeconds,
  developer: undefined,
}

export interface NewToken {
  userId: number
  type: AccessTokenType
  title?: string
  /** Where it is first used from; a developer's token is not used yet. */
  client?: ClientInfo
  /** Keeps the token sealed with these keys, so that its owner can see it again. */
  secrets?: SealingKeys
  now: Date
}

/** One account has at most so many sessions, and as many developer tokens. */
export const maximumTokens = 100

/**
 * Makes an access token. The database keeps its hash, and the token itself only if it is to be seen again, sealed. Where the
 * account has as many sessions as it may have, the one that was not used for the longest time ends. Whoever calls holds
 * the lock of the account's row, so that none is made meanwhile.
 */
export async function createAccessToken(
  db: Queries,
  { userId, type, title, client, secrets, now }: NewToken,
): Promise<{ id: number; token: string }> {
  if (type !== 'developer') await makeRoom(db, userId, now)
  const token = randomText(40)
  const owned = { token_hash: hashToken(token), user_id: userId }
  const { id } = await db
    .insertInto('access_tokens')
    .values({
      ...owned,
      sealed_token: secrets ? seal(secrets, purposeOf(owned), token) : null,
      type,
      title: title ?? null,
      created_at: now.toISOString(),
      last_activity_at: type === 'developer' ? null : now.toISOString(),
      ...usedBy(client),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** Ends sessions of an account until it may have one more: expired ones first, then those unused for the longest time. */
async function makeRoom(db: Queries, userId: number, now: Date): Promise<void> {
  await db
    .deleteFrom('access_tokens')
    .where('id', 'in', sessionsTooMany(db, userId, now).select('access_tokens.id'))
    .execute()
}

/** The sessions of an account for which there is no room beside a new one. */
export function sessionsTooMany(db: Pick<Queries, 'selectFrom'>, userId: number, now: Date) {
  return db
    .selectFrom('access_tokens')
    .where('access_tokens.user_id', '=', userId)
    .where('access_tokens.type', 'in', sessionTypes)
    .orderBy((eb) => eb.case().when(areAlive(eb, now)).then(eb.lit(0)).else(eb.lit(1)).end())
    .orderBy(lastUse, 'desc')
    .orderBy('access_tokens.id', 'desc')
    .limit(1e9)
    .offset(maximumTokens - 1)
}

/** Whether an account has as many developer tokens as it may have. Whoever calls holds the lock of the account's row. */
export async function hasAllDeveloperTokens(db: Queries, userId: number): Promise<boolean> {
  const tokens = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('type', '=', 'developer')
    .limit(maximumTokens)
    .execute()
  return tokens.length >= maximumTokens
}

/** The token of a row that keeps it; undefined when it does not, or when the key is another one. */
export function tokenOfRow(row: AccessTokenRow, secrets: SealingKeys): string | undefined {
  return row.sealed_token === null ? undefined : tryUnseal(secrets, purposeOf(row), row.sealed_token)
}

/** Of this token and this account: moved into another row it cannot be opened. */
function purposeOf(row: Pick<AccessTokenRow, 'token_hash' | 'user_id'>): string {
  return `access_tokens ${row.token_hash} ${row.user_id}`
}

/** SHA-256 in hexadecimal: tokens are random, so a slow hash would add nothing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Whether a token belongs to a browser's session. */
export function isSessionToken({ type }: Pick<AccessTokenRow, 'type'>): boolean {
  return type !== 'developer'
}

/** Whether a token is still valid at `now`. */
export function isAlive(
  token: Pick<AccessTokenRow, 'type' | 'last_activity_at' | 'created_at'>,
  now: Date,
): boolean {
  const seconds = lifetimes[token.type]
  if (seconds === undefined) return true
  return now.getTime() - Date.parse(token.last_activity_at ?? token.created_at) < seconds * 1000
}

const lastUse = sql<string>`coalesce(access_tokens.last_activity_at, access_tokens.created_at)`

/** `isAlive` as a condition on rows. */
export function areAlive(eb: ExpressionBuilder<Tables, 'access_tokens'>, now: Date): Expression<SqlBool> {
  // As what they are not: a list by id would go through an index for each type they may be of, and be sorted.
  return eb.and(
    sessionTypes.map((type) =>
      eb.not(eb.and([eb('access_tokens.type', '=', type), eb(lastUse, '<=', lastUseOfExpired(type, now))])),
    ),
  )
}

/** Notes that a token was used, and from where: from nowhere, when no request did it. */
export async function noteUse(
  db: Queries,
  id: number,
  { client, now }: { client?: ClientInfo; now: Date },
): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_activity_at: now.toISOString(), ...usedBy(client) })
    .where('id', '=', id)
    .execute()
}

function usedBy(client: ClientInfo | undefined): Pick<AccessTokenRow, 'last_ip_address' | 'last_user_agent'> {
  return {
    last_ip_address: client?.ip ?? null,
    last_user_agent: client ? client.userAgent.slice(0, longestUserAgent) : null,
  }
}

/** Removes the tokens that are no longer valid. */
export async function deleteExpiredTokens(db: Queries, now: Date): Promise<void> {
  for (const type of sessionTypes) {
    await db
      .deleteFrom('access_tokens')
      .where('type', '=', type)
      .where('last_activity_at', '<=', lastUseOfExpired(type, now))
      .execute()
  }
}

/** The latest time at which a token can have been used that is expired now. */
function lastUseOfExpired(type: (typeof sessionTypes)[number], now: Date): string {
  return new Date(now.getTime() - (lifetimes[type] ?? 0) * 1000).toISOString()
}

/** Ends a session: its token is void from now on. */
export async function deleteAccessToken(db: Queries, id: number): Promise<void> {
  await db.deleteFrom('access_tokens').where('id', '=', id).execute()
}

/** Ends the sessions of an account, but for the one bound to the token `except`; developer tokens stay. */
export async function endSessions(db: Queries, userId: number, except?: number): Promise<void> {
  let sessions = db
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('type', 'in', sessionTypes)
  if (except !== undefined) sessions = sessions.where('id', '<>', except)
  await sessions.execute()
}
