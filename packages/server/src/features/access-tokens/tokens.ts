import { createHash } from 'node:crypto'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Dialect } from '../../infrastructure/db/database.ts'
import type { Queries, Tables } from '../../infrastructure/db/tables.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { type SealingKeys, seal, tryUnseal } from '../../infrastructure/keys/sealing.ts'
import type { ClientInfo } from '../../points/context/context.ts'
import type { AccessTokenRow, AccessTokenType } from './table.ts'

const sessionSeconds = 3600
const rememberSeconds = 5 * 365 * 24 * 3600
const maximumUserAgentLength = 255

/** Types of tokens that belong to browser sessions. */
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
  /** Client of the first use; absent for developer tokens, which are not used yet. */
  client?: ClientInfo
  /** Keys to seal the stored token with, so that its owner can see it again. */
  secrets?: SealingKeys
  now: Date
}

/** Maximum number of sessions of an account, and of its developer tokens. */
export const maximumTokens = 100

/**
 * Makes an access token. The database keeps its hash, and the sealed token only if `secrets` are given. At the maximum
 * number of sessions, the least recently used one ends. The caller holds the lock of the account's row, which
 * serializes creation.
 */
export async function createAccessToken(
  db: Queries,
  newToken: NewToken,
): Promise<{ id: number; token: string }> {
  const { userId, type, now } = newToken
  if (type !== 'developer') await endSurplusSessions(db, userId, now)
  const { token, columns } = makeToken(newToken)
  const { id } = await db
    .insertInto('access_tokens')
    .values(columns)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** Makes up a token, and the columns that store it. */
export function makeToken({ userId, type, title, client, secrets, now }: NewToken) {
  const token = randomText(40)
  const owned = { token_hash: hashToken(token), user_id: userId }
  const columns = {
    ...owned,
    sealed_token: secrets ? seal(secrets, sealingPurpose(owned), token) : null,
    type,
    title: title ?? null,
    created_at: now.toISOString(),
    last_activity_at: type === 'developer' ? null : now.toISOString(),
    ...clientColumns(client),
  }
  return { token, columns }
}

/** Ends sessions to make room for a new one: expired ones first, then the least recently used. */
async function endSurplusSessions(db: Queries, userId: number, now: Date): Promise<void> {
  await db
    .deleteFrom('access_tokens')
    .where('id', 'in', surplusSessions(db, userId, now).select('access_tokens.id'))
    .execute()
}

/** Selects the sessions of an account that exceed the maximum once a new one is added. */
export function surplusSessions(db: Pick<Queries, 'selectFrom'>, userId: number, now: Date) {
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

/** Whether an account has the maximum number of developer tokens. The caller holds the lock of the account's row. */
export async function hasMaximumDeveloperTokens(db: Queries, userId: number): Promise<boolean> {
  const tokens = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('type', '=', 'developer')
    .limit(maximumTokens)
    .execute()
  return tokens.length >= maximumTokens
}

/** Unseals the token of a row; undefined if the row has no sealed token, or one of another key. */
export function tokenOfRow(row: AccessTokenRow, secrets: SealingKeys): string | undefined {
  return row.sealed_token === null ? undefined : tryUnseal(secrets, sealingPurpose(row), row.sealed_token)
}

/** Binds a sealed token to its hash and account: copied into another row, it cannot be unsealed. */
function sealingPurpose(row: Pick<AccessTokenRow, 'token_hash' | 'user_id'>): string {
  return `access_tokens ${row.token_hash} ${row.user_id}`
}

/** SHA-256 in hexadecimal. Tokens are random, so a slow hash would add no security. */
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

/** `isAlive` as an SQL condition. */
export function areAlive(eb: ExpressionBuilder<Tables, 'access_tokens'>, now: Date): Expression<SqlBool> {
  // Negated: with positive conditions the planner reads an index per type and sorts, also for lists by id.
  return eb.and(
    sessionTypes.map((type) =>
      eb.not(eb.and([eb('access_tokens.type', '=', type), eb(lastUse, '<=', lastUseOfExpired(type, now))])),
    ),
  )
}

/** Stores time and client of a token's last use; without `client` address and user agent become null. */
export async function recordUse(
  db: Queries,
  id: number,
  { client, now }: { client?: ClientInfo; now: Date },
): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_activity_at: now.toISOString(), ...clientColumns(client) })
    .where('id', '=', id)
    .execute()
}

function clientColumns(
  client: ClientInfo | undefined,
): Pick<AccessTokenRow, 'last_ip_address' | 'last_user_agent'> {
  return {
    last_ip_address: client?.ip ?? null,
    last_user_agent: client ? client.userAgent.slice(0, maximumUserAgentLength) : null,
  }
}

/** Deletes expired tokens. */
export async function deleteExpiredTokens(db: Queries, now: Date): Promise<void> {
  for (const type of sessionTypes) {
    await db
      .deleteFrom('access_tokens')
      .where('type', '=', type)
      .where('last_activity_at', '<=', lastUseOfExpired(type, now))
      .execute()
  }
}

/** Tokens last used at this time or earlier have expired. */
function lastUseOfExpired(type: (typeof sessionTypes)[number], now: Date): string {
  return new Date(now.getTime() - (lifetimes[type] ?? 0) * 1000).toISOString()
}

/** Deletes an access token, which ends its session. */
export async function deleteAccessToken(db: Queries, id: number): Promise<void> {
  await db.deleteFrom('access_tokens').where('id', '=', id).execute()
}

/** Ends the sessions of an account, except the one of token `except`; developer tokens stay. */
export async function endSessions(db: Queries, userId: number, except?: number): Promise<void> {
  let sessions = db
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('type', 'in', sessionTypes)
  if (except !== undefined) sessions = sessions.where('id', '<>', except)
  await sessions.execute()
}

/** Returns which of these tokens are still valid. */
export async function livingTokens(
  db: Queries,
  { idIn }: Dialect,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('access_tokens')
    .select('id')
    .where((eb) => idIn(eb.ref('access_tokens.id'), ids))
    .where((eb) => areAlive(eb, now))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
