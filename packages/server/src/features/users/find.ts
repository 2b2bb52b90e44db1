import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Queries, Tables } from '../../infrastructure/db/tables.ts'
import { isKeepable } from '../../infrastructure/schema/values.ts'
import type { Context } from '../../points/context/context.ts'
import { fold } from './folding.ts'

/** A name as it is compared: what `fold` makes of it. */
export const foldedUsername = sql<string>`coalesce(users.username_folded, lower(users.username))`

/** The condition on users of that name, in any case and with or without accents. */
export function hasUsername(eb: ExpressionBuilder<Tables, 'users'>, username: string): Expression<SqlBool> {
  return eb(foldedUsername, '=', fold(username))
}

/** The condition on users with that address, in any case and with or without accents. */
export function hasEmail(eb: ExpressionBuilder<Tables, 'users'>, email: string): Expression<SqlBool> {
  return eb(sql<string>`coalesce(users.email_folded, lower(users.email))`, '=', fold(email))
}

/** Id of the user behind a slug, by the slug driver in effect (api-core 4.15). */
export async function idOfUserSlug(slug: string, { db, forum }: Context): Promise<number | undefined> {
  if (forum.settings.get('slug_driver_Flarum\\User\\User') === 'id') {
    return /^\d{1,15}$/.test(slug) ? Number(slug) : undefined
  }
  return isKeepable(slug) ? (await findByUsername(db, slug))?.id : undefined
}

/** Who has that name, whoever may see them. */
export function findByUsername(db: Queries, username: string): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('users')
    .select('id')
    .where((eb) => hasUsername(eb, username))
    .executeTakeFirst()
}

/** Who has that address, whoever may see them. */
export function findByEmail(db: Queries, email: string): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('users')
    .select('id')
    .where((eb) => hasEmail(eb, email))
    .executeTakeFirst()
}
