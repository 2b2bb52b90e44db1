import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Queries, Tables } from '../db/tables.ts'
import { isKeepable } from '../schema/values.ts'

/** The condition on users of that name, in any case. */
export function hasUsername(eb: ExpressionBuilder<Tables, 'users'>, username: string): Expression<SqlBool> {
  return eb(sql<string>`lower(users.username)`, '=', username.toLowerCase())
}

/** The condition on users with that address, in any case. */
export function hasEmail(eb: ExpressionBuilder<Tables, 'users'>, email: string): Expression<SqlBool> {
  return eb(sql<string>`lower(users.email)`, '=', email.toLowerCase())
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
