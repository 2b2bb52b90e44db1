import { createHash } from 'node:crypto'
import type { ClientInfo } from '../context.ts'
import type { Queries } from '../db/tables.ts'
import { randomText } from '../random.ts'
import type { AccessTokenType } from './table.ts'

const sessionSeconds = 3600
const rememberSeconds = 5 * 365 * 24 * 3600
const longestUserAgent = 255

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
  now: Date
}

/** Makes an access token. The token itself is only ever in the answer: the database keeps its hash. */
export async function createAccessToken(
  db: Queries,
  { userId, type, title, client, now }: NewToken,
): Promise<{ id: number; token: string }> {
  const token = randomText(40)
  const { id } = await db
    .insertInto('access_tokens')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
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

/** SHA-256 in hexadecimal: tokens are random, so a slow hash would add nothing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Whether a token is still valid at `now`. */
export function isAlive(
  token: { type: AccessTokenType; last_activity_at: string | null; created_at: string },
  now: Date,
): boolean {
  const seconds = lifetimes[token.type]
  if (seconds === undefined) return true
  return now.getTime() - Date.parse(token.last_activity_at ?? token.created_at) < seconds * 1000
}

/** Columns that tell who used a token last. */
export function usedBy(client: ClientInfo | undefined): {
  last_ip_address: string | null
  last_user_agent: string | null
} {
  return {
    last_ip_address: client?.ip ?? null,
    last_user_agent: client ? client.userAgent.slice(0, longestUserAgent) : null,
  }
}

/** Removes the tokens of a user that are no longer valid. */
export async function deleteExpiredTokens(db: Queries, userId: number, now: Date): Promise<void> {
  for (const type of ['session', 'session_remember'] as const) {
    const oldest = new Date(now.getTime() - (lifetimes[type] ?? 0) * 1000).toISOString()
    await db
      .deleteFrom('access_tokens')
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .where('last_activity_at', '<=', oldest)
      .execute()
  }
}

/** Ends a session: its token is void from now on. */
export async function deleteAccessToken(db: Queries, id: number): Promise<void> {
  await db.deleteFrom('access_tokens').where('id', '=', id).execute()
}
