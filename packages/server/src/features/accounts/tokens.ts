import type { Queries } from '../../infrastructure/db/tables.ts'
import { defineError } from '../../infrastructure/errors.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { pauseAfter } from '../../infrastructure/limits/pauses.ts'
import { hashToken } from '../access-tokens/tokens.ts'

/** A token that was never issued, was used, or has expired. */
export const invalidConfirmationToken = defineError('invalid_confirmation_token', 403)

const lifetimeMs = 24 * 3600 * 1000

/** Seconds between two mails to one user (api-core 4.6). */
const pauseSeconds = 300

/** Whether a token has not expired (api-core 4.5). */
export function isFresh(createdAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(createdAt) < lifetimeMs
}

/** Tokens created at this time or earlier have expired. */
export function expiryCutoff(now: Date): string {
  return new Date(now.getTime() - lifetimeMs).toISOString()
}

/** Makes the token that confirms `email`. Send it in a mail to that address only. */
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

/** Makes the token that lets a user choose a new password. Send it in a mail to that user only. */
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

/** Returns the user and address that a token confirms, or has confirmed; undefined for an unknown or expired token. */
export async function findEmailToken(
  db: Queries,
  token: string,
  now: Date,
): Promise<{ userId: number; email: string; isUsed: boolean } | undefined> {
  const row = await db
    .selectFrom('email_tokens')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row || !isFresh(row.created_at, now)) return undefined
  return { userId: row.user_id, email: row.email, isUsed: row.used_at !== null }
}

/** Returns the user of a password token; undefined for an unknown token. */
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

/** Marks the tokens that have confirmed an address of a user, and deletes the others. */
export async function retireEmailTokens(
  db: Queries,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<void> {
  const own = db.deleteFrom('email_tokens').where('user_id', '=', userId)
  await own.where('email', '<>', email).execute()
  await db
    .updateTable('email_tokens')
    .set({ used_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes a user's tokens for confirming addresses. */
export async function deleteEmailTokens(db: Queries, userId: number): Promise<void> {
  await db.deleteFrom('email_tokens').where('user_id', '=', userId).execute()
}

/** Deletes a user's tokens for choosing a new password. */
export async function deletePasswordTokens(db: Queries, userId: number): Promise<void> {
  await db.deleteFrom('password_tokens').where('user_id', '=', userId).execute()
}

/** Seconds until the next confirmation mail to a user, at `email` or any address; undefined if it may go now. */
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
    .where('used_at', 'is', null)
  if (email !== undefined) query = query.where('email', '=', email)
  const youngest = await query.orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  return wait(youngest?.created_at)
}

/** Seconds until the next password mail to a user; undefined if it may go now. */
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
