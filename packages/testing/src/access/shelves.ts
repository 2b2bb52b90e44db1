import { type Context, defineExtension, type Queries } from '@parley/server'
import type { InstalledExtension } from '@parley/server/extensions'
import type { RunningForum } from '@parley/server/forum'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { makeGroup, makeUser } from '../factories.ts'

interface ShelfTables {
  shelved: { shelf: number; discussion_id: number; last_posted_at: string; created_at: string }
}

declare module '@parley/server' {
  interface Tables extends ShelfTables {}
}

/** The shelves of `fillShelves`: the oldest discussions stand on one, and by twenties on fifty. */
export const shelf = { common: 0, rare: 1, oldest: 2, oldestParts: [10, 59], others: 60 } as const

const shelfCount = 61

/** The discussions that come first in lists of a shelf. */
const pinned = [97, 194, 291, 390, 485]

/** The shelves on which the actor finds discussions; undefined for all of them. */
function shelvesOf({ actor }: Context): number[] | undefined {
  if (actor.hasPermission('everyShelf')) return undefined
  return Array.from({ length: shelfCount }, (_, id) => id).filter((id) =>
    actor.hasPermission(`shelf${id}.read`),
  )
}

/**
 * The discussions on one of these shelves. Of a condition with `exists` PostgreSQL may read all rows beforehand, also to
 * decide on a few discussions. SQLite would look up every shelf in the index: a discussion stands on few of many.
 */
function isOn(
  eb: ExpressionBuilder<ShelfTables & { discussions: { id: number } }, 'discussions'>,
  ids: readonly number[],
  { forum }: Context,
) {
  const { idIn, unindexed } = forum.database.dialect
  const found = eb
    .selectFrom('shelved')
    .select('shelf')
    .whereRef('shelved.discussion_id', '=', 'discussions.id')
    .where((where) => idIn(unindexed(where.ref('shelved.shelf')), ids))
    .limit(1)
  return eb(found, 'is not', null)
}

const scans = {
  filter: { index: 'shelves', keys: (ids: readonly number[]) => ids.map((id) => [id]) },
  visible: { index: 'shelves', keys: (context: Context) => shelvesOf(context)?.map((id) => [id]) },
}

/**
 * An extension in which discussions stand on shelves, and readers see those on some shelves. Without `hasScans` its lists
 * have the same rows, and examine all discussions.
 */
export function shelvesExtension({
  hasScans = true,
  sortsUpTo,
}: {
  hasScans?: boolean
  sortsUpTo?: number
} = {}): InstalledExtension {
  return {
    id: 'shelves',
    title: 'Shelves',
    version: '1.0.0',
    declaration: defineExtension({
      migrations: {
        '001_shelved': {
          async up({ db, dialect: { types } }) {
            await sql`create table shelved (shelf ${types.integer} not null, discussion_id ${types.integer} not null,
              last_posted_at ${types.timestamp} not null, created_at ${types.timestamp} not null,
              primary key (discussion_id, shelf))`.execute(db)
            await sql`create index shelved_last on shelved (shelf, last_posted_at, discussion_id)`.execute(db)
            await sql`create index shelved_created on shelved (shelf, created_at, discussion_id)`.execute(db)
          },
          async down({ db }) {
            await sql`drop table shelved`.execute(db)
          },
        },
      },
      policies: {
        discussions: {
          view: {
            verdict: () => undefined,
            scope(eb, context) {
              const ids = shelvesOf(context)
              return ids && { deny: eb.not(isOn(eb, ids, context)) }
            },
          },
        },
      },
      resources: {
        discussions: {
          filters: { shelf: { value: 'integers', where: isOn, ...(hasScans && { scan: scans.filter }) } },
          ...(hasScans && {
            listIndexes: {
              shelves: {
                table: 'shelved',
                key: ['shelf'],
                row: 'discussion_id',
                sorts: { lastPostedAt: 'last_posted_at', createdAt: 'created_at' },
                ...(sortsUpTo !== undefined && { sortsUpTo }),
              },
            },
            visibleScan: scans.visible,
          }),
          search: { gambits: { shelf: { filter: 'shelf' } } },
          pinned: (eb, _context, filters) =>
            filters.includes('shelf') ? eb('discussions.id', 'in', pinned) : undefined,
        },
      },
    }),
  }
}

/** Inserts discussions without posts by one statement: ids from 1 to `count`, a minute apart, the newest last. */
export async function insertDiscussions(db: Queries, isSqlite: boolean, count: number): Promise<void> {
  const last = sql.lit(count)
  const numbers = isSqlite
    ? sql`with recursive c(n) as (select 1 union all select n + 1 from c where n < ${last}) select n from c`
    : sql`select n from generate_series(1, ${last}) as g(n)`
  const time = isSqlite
    ? sql`strftime('%Y-%m-%dT%H:%M:%S.000Z', '2001-01-01', '+' || n || ' minutes')`
    : sql`timestamp '2001-01-01' + n * interval '1 minute'`
  await sql`insert into discussions (id, title, slug, comment_count, created_at, last_posted_at)
    select n, 'Discussion', '', 1 + n % 7, ${time}, ${time} from (${numbers}) as numbers`.execute(db)
}

/**
 * Stores discussions, a minute apart: a third of them on the common shelf, the oldest twenty on the rare one, the oldest
 * thousand on one and by twenties on fifty, and the others on one.
 */
export async function fillShelves(
  { current: { database } }: Pick<RunningForum, 'current'>,
  count: number,
): Promise<void> {
  const isSqlite = database.dialect.name === 'sqlite'
  await database.transaction(async (db) => {
    await insertDiscussions(db, isSqlite, count)
    const put = (id: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
      sql`insert into shelved (shelf, discussion_id, last_posted_at, created_at)
        select ${id}, id, last_posted_at, created_at from discussions where ${where}`.execute(db)
    await put(sql.lit(shelf.common), sql`id % 3 = 0`)
    await put(sql.lit(shelf.rare), sql`id <= 20`)
    await put(sql.lit(shelf.oldest), sql`id <= 1000`)
    await put(sql`${sql.lit(shelf.oldestParts[0])} + id % 50`, sql`id <= 1000`)
    await put(sql.lit(shelf.others), sql`id > 1000`)
    if (!isSqlite) await sql`analyze`.execute(db)
  })
}

/** Stores an account that sees the discussions on these shelves. */
export async function makeShelfReader(
  forum: RunningForum,
  shelves: readonly number[],
): Promise<{ id: number }> {
  const { id: group_id } = await makeGroup(forum)
  await forum.current.database.transaction(async (db) => {
    const rows = shelves.map((id) => ({ group_id, permission: `shelf${id}.read` }))
    if (rows.length > 0) await db.insertInto('group_permission').values(rows).execute()
  })
  await forum.current.reload()
  return makeUser(forum, { groupIds: [group_id] })
}
