import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { isVisible, loadPlainRows } from '../../../engine/jsonapi/rows.ts'
import type { Tables } from '../../../infrastructure/db/tables.ts'
import { dateTime, strictFlag, wholeNumber } from '../../../infrastructure/schema/values.ts'
import type { Context } from '../../../points/context/context.ts'
import type { UserListDeclaration, UserListFilter } from '../../../points/resources/user-list.ts'

const eb = expressionBuilder<Tables, 'users'>()

/** Members of a group, which the actor must be able to see: of any other there are none. */
const group: UserListFilter<number> = {
  schema: wholeNumber({ min: 1 }),
  // The condition stands for one user at a time: it reads the primary key of memberships.
  where: (users, id, context) =>
    users.exists(
      users
        .selectFrom('group_user')
        .innerJoin('groups', 'groups.id', 'group_user.group_id')
        .select('group_user.user_id')
        .whereRef('group_user.user_id', '=', 'users.id')
        .where('group_user.group_id', '=', id)
        .where(isVisible(context, 'groups')),
    ),
  async find(id, context, limit) {
    if (!(await loadPlainRows(context, 'groups', [id])).has(id)) return []
    return idsUnlessMore(
      context.db.selectFrom('group_user').select('user_id as id').where('group_id', '=', id),
      limit,
    )
  },
}

// Written as in the partial index `users_unconfirmed`, which the planner matches by its text.
const isUnconfirmed = sql<SqlBool>`users.is_email_confirmed = false`

/** Accounts whose address is not confirmed; with a false value those whose address is. */
const unconfirmed: UserListFilter<boolean> = {
  schema: strictFlag(),
  allowed: ({ actor }) => actor.hasPermission('user.editCredentials'),
  where: (users, isWanted) => (isWanted ? isUnconfirmed : users.not(isUnconfirmed)),
  find: async (isWanted, context, limit) =>
    isWanted ? idsInOrder('users.id', isUnconfirmed, context, limit) : undefined,
}

function timeFilter(
  sort: 'lastSeenAt' | 'joinedAt',
  column: 'users.last_seen_at' | 'users.joined_at',
  operator: '>=' | '<',
): UserListFilter<string> {
  return {
    schema: dateTime(),
    ...(sort === 'lastSeenAt' && { allowed: seesLastVisits }),
    narrows: sort,
    where: (users, time) => users(column, operator, time),
    find: (time, context, limit) => idsInOrder(column, eb(column, operator, time), context, limit),
  }
}

const neverSeen: UserListFilter<boolean> = {
  schema: strictFlag(),
  allowed: seesLastVisits,
  narrows: 'lastSeenAt',
  where: (users, isWanted) => users('users.last_seen_at', isWanted ? 'is' : 'is not', null),
  find: (isWanted, context, limit) => {
    const column = 'users.last_seen_at'
    return idsInOrder(column, eb(column, isWanted ? 'is' : 'is not', null), context, limit)
  },
}

/** The filters and orders of the core. */
export const coreUserList: UserListDeclaration = {
  filters: {
    group,
    unconfirmed,
    neverSeen,
    lastSeenSince: timeFilter('lastSeenAt', 'users.last_seen_at', '>='),
    lastSeenBefore: timeFilter('lastSeenAt', 'users.last_seen_at', '<'),
    joinedSince: timeFilter('joinedAt', 'users.joined_at', '>='),
    joinedBefore: timeFilter('joinedAt', 'users.joined_at', '<'),
  },
  sorts: {
    // The newest come first without a sort, too: the menu has an entry for that.
    joinedAt: {
      column: 'joined_at',
      nullable: true,
      labels: { ascending: 'core.admin.users.filters.sort.oldest' },
    },
    lastSeenAt: {
      column: 'last_seen_at',
      nullable: true,
      allowed: seesLastVisits,
      labels: {
        ascending: 'core.admin.users.filters.sort.least_recently_seen',
        descending: 'core.admin.users.filters.sort.recently_seen',
      },
    },
    discussionCount: { column: 'discussion_count' },
    commentCount: {
      column: 'comment_count',
      labels: { descending: 'core.admin.users.filters.sort.most_posts' },
    },
  },
}

function seesLastVisits({ actor }: Context): boolean {
  return actor.can('user.viewLastSeenAt')
}

/** Reads ids in the order of an index on `column`, so that the planner does not look for them in the whole table. */
function idsInOrder(
  column: 'users.id' | 'users.last_seen_at' | 'users.joined_at',
  condition: Expression<SqlBool>,
  { db }: Context,
  limit: number,
): Promise<readonly number[] | undefined> {
  const query = db
    .selectFrom('users')
    .select('users.id')
    .where(condition)
    .orderBy(column, (by) => (column === 'users.id' ? by.asc() : by.desc().nullsLast()))
  return idsUnlessMore(query, limit)
}

/** Returns the ids that a query selects; undefined if there are more than `limit`, which are not read then. */
async function idsUnlessMore<Database>(
  query: SelectQueryBuilder<Database, keyof Database, { id: number }>,
  limit: number,
): Promise<readonly number[] | undefined> {
  if (await query.offset(limit).limit(1).executeTakeFirst()) return undefined
  const rows = await query.limit(limit).execute()
  return rows.map(({ id }) => id)
}
