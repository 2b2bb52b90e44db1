import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { isVisible } from '../../engine/jsonapi/rows.ts'
import type { Queries, Tables } from '../../infrastructure/db/tables.ts'
import { isStorable } from '../../infrastructure/schema/values.ts'
import type { Context } from '../../points/context/context.ts'
import { fold } from './folding.ts'

/** The form in which names are compared, as made by `fold`. */
export const foldedUsername = sql<string>`coalesce(users.username_folded, lower(users.username))`

/** As `foldedUsername`, for addresses. */
export const foldedEmail = sql<string>`coalesce(users.email_folded, lower(users.email))`

/** The condition on users of that name, ignoring case and accents. */
export function hasUsername(eb: ExpressionBuilder<Tables, 'users'>, username: string): Expression<SqlBool> {
  return eb(foldedUsername, '=', fold(username))
}

/** The condition on users with that address, ignoring case and accents. */
export function hasEmail(eb: ExpressionBuilder<Tables, 'users'>, email: string): Expression<SqlBool> {
  return eb(foldedEmail, '=', fold(email))
}

/** Id of the user with a slug, by the current slug driver (api-core 4.15). */
export async function idOfUserSlug(slug: string, { db, forum }: Context): Promise<number | undefined> {
  if (forum.settings.get('slug_driver_Flarum\\User\\User') === 'id') {
    return /^\d{1,15}$/.test(slug) ? Number(slug) : undefined
  }
  return isStorable(slug) ? (await findByUsername(db, slug))?.id : undefined
}

/** Finds the user of that name; checks no permission. */
export function findByUsername(db: Queries, username: string): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('users')
    .select('id')
    .where((eb) => hasUsername(eb, username))
    .executeTakeFirst()
}

/** The names that no user has whom the actor sees. */
export async function unknownUsernames(usernames: readonly string[], context: Context): Promise<string[]> {
  const users = await context.db
    .selectFrom('users')
    .select(foldedUsername.as('folded'))
    .where(foldedUsername, 'in', usernames.map(fold))
    .where(isVisible(context, 'users'))
    .execute()
  const known = new Set(users.map(({ folded }) => folded))
  return [...new Set(usernames)].filter((username) => !known.has(fold(username)))
}

/** Finds the user with that address; checks no permission. */
export function findByEmail(db: Queries, email: string): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('users')
    .select('id')
    .where((eb) => hasEmail(eb, email))
    .executeTakeFirst()
}
