import { type Context, lockRow, notAuthenticated, type WriteContext } from '@parley/server'

/** Whose a subscription is. */
interface Owner {
  user_id: number
  /** The session with which it ends; null for an API key, which has none. */
  access_token_id: number | null
}

/**
 * The actor and the session, locked until the end of the transaction: of simultaneous requests of one user, each sees what the
 * one before has stored. @throws 401 if the session has ended meanwhile.
 */
export async function lockOwner({ db, forum, ...context }: WriteContext): Promise<Owner> {
  const { actor, client } = context
  await lockRow({ db, forum, ...context }, 'users', actor.id)
  const id = client?.accessTokenId
  if (id === undefined) return { user_id: actor.id, access_token_id: null }
  const session = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(forum.database.dialect.forUpdate)
    .executeTakeFirst()
  if (!session) throw notAuthenticated()
  return { user_id: actor.id, access_token_id: id }
}

/** More rows than a user can have: SQLite has no offset without a limit. */
const all = 1_000_000

/** Deletes what a user has above the limit, the least recently used first, and never the row `kept`. */
export async function deleteSurplus(
  { db, forum }: WriteContext,
  table: 'push_subscriptions' | 'firebase_push_subscriptions',
  { userId, kept }: { userId: number; kept: number },
): Promise<void> {
  const ofUser = db
    .selectFrom(table)
    .select(`${table}.id`)
    .where(`${table}.user_id`, '=', userId)
    .where(`${table}.id`, '!=', kept)
    .$if(table === 'push_subscriptions', (query) =>
      query.orderBy('last_used', (order) => order.desc().nullsLast()),
    )
    .orderBy(`${table}.id`, 'desc')
    .limit(all)
    .offset(forum.settings.get('askvortsov-pwa.userMaxSubscriptions') - 1)
  await db.deleteFrom(table).where('id', 'in', ofUser).execute()
}

/** @throws 401 for guests. */
export function requireAccount({ actor }: Context): void {
  if (actor.isGuest) throw notAuthenticated()
}
