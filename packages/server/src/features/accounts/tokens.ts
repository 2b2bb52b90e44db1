import type { Queries } from '../../infrastructure/db/tables.ts'
import { defineError } from '../../infrastructure/errors.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { pauseAfter } from '../../infrastructure/limits/pauses.ts'
import { hashToken } from '../access-tokens/tokens.ts'

/** A token that was never given out, was used, or is too old. */
export const invalidConfirmationToken = defineError('invalid_confirmation_token', 403)

const lifetimeMs = 24 * 3600 * 1000

/** Seconds that must pass before the same person has another mail sent (api-core 4.6). */
const pauseSeconds = 300

/** Whether a token of this age is still good (api-core 4.5). */
export function isFresh(createdAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(createdAt) < lifetimeMs
}

/** Tokens made before are void. */
export function oldestFresh(now: Date): string {
  return new Date(now.getTime() - lifetimeMs).toISOString()
}

/** Makes the token that confirms `email`; it is for the mail to that address only. */
export async function createEmailToken(
  db: Queries,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<string> {
  const token = randomText(40)
  await db
    .insertInto('email_tokens')
    .values({ token_hash: hashToken(token), email, user_id: userId, created_at: now.toISOString() })
    .execute()
  return token
}

/** Makes the token that lets a user choose a new password; it is for the mail to them only. */
export async function createPasswordToken(
  db: Queries,
  { userId, now }: { userId: number; now: Date },
): Promise<string> {
  const token = randomText(40)
  await db
    .insertInto('password_tokens')
    .values({ token_hash: hashToken(token), user_id: userId, created_at: now.toISOString() })
    .execute()
  return token
}

/** Whose address a token confirms; undefined for one that is unknown or a day old. */
export async function findEmailToken(
  db: Queries,
  token: string,
  now: Date,
): Promise<{ userId: number; email: string } | undefined> {
  const row = await db
    .selectFrom('email_tokens')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row && isFresh(row.created_at, now) ? { userId: row.user_id, email: row.email } : undefined
}

/** Whose password a token is for; undefined for an unknown one. */
export async function findPasswordToken(
  db: Queries,
  token: string,
  now: Date,
): Promise<{ userId: number; isFresh: boolean } | undefined> {
  const row = await db
    .selectFrom('password_tokens')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row && { userId: row.user_id, isFresh: isFresh(row.created_at, now) }
}

/** Voids what was mailed to a user to confirm addresses. */
export async function deleteEmailTokens(db: Queries, userId: number): Promise<void> {
  await db.deleteFrom('email_tokens').where('user_id', '=', userId).execute()
}

/** Voids what was mailed to a user to choose a new password. */
export async function deletePasswordTokens(db: Queries, userId: number): Promise<void> {
  await db.deleteFrom('password_tokens').where('user_id', '=', userId).execute()
}

/** Seconds until a user may have another confirmation sent, to `email` or to any address; undefined for now. */
export async function waitForEmailToken(
  db: Queries,
  { userId, email, now }: { userId: number; email?: string; now: Date },
): Promise<number | undefined> {
  const { until, wait } = pauseAfter(pauseSeconds, now)
  let query = db
    .selectFrom('email_tokens')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '<=', until)
  if (email !== undefined) query = query.where('email', '=', email)
  const youngest = await query.orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  return wait(youngest?.created_at)
}

/** Seconds until a user may have another password token sent; undefined for now. */
export async function waitForPasswordToken(
  db: Queries,
  { userId, now }: { userId: number; now: Date },
): Promise<number | undefined> {
  const { until, wait } = pauseAfter(pauseSeconds, now)
  const youngest = await db
    .selectFrom('password_tokens')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return wait(youngest?.created_at)
}
