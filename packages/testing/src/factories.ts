import type { Database } from '@parley/server/db'
import type { RunningForum } from '@parley/server/forum'
import type { GroupRow } from '@parley/server/groups'
import { changesAt, storeChanges } from '@parley/server/statistics-counts'
import type { UserRow } from '@parley/server/users'

/** The part of a forum that factories use; a `RunningForum` has it. */
export interface ForumData {
  readonly current: {
    readonly database: Database
    /** Absent in processes without the forum's markup: posts are then rendered when they are read. */
    readonly markup?: { readonly version: string }
    now(): Date
  }
}

let createdCount = 0

function nextNumber(): number {
  createdCount += 1
  return createdCount
}

/** Stores an account; by default it is confirmed and has no valid password. */
export async function makeUser(
  { current: { database, now } }: ForumData,
  values: Partial<Omit<UserRow, 'group_ids'>> & { groupIds?: readonly number[] } = {},
): Promise<UserRow> {
  const number = nextNumber()
  const { groupIds = [], ...columns } = values
  return database.transaction(async (db) => {
    const user = await db
      .insertInto('users')
      .values({
        username: `user${number}`,
        email: `user${number}@machine.local`,
        password: '',
        is_email_confirmed: true,
        joined_at: now().toISOString(),
        ...columns,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    for (const group_id of groupIds) {
      await db.insertInto('group_user').values({ user_id: user.id, group_id }).execute()
    }
    await storeChanges(db, database.dialect, statisticsOf(user, now()))
    return { ...user, group_ids: groupIds }
  })
}

/** How an account counts in the statistics: from its sign-up on, and as active in the current periods. */
function statisticsOf({ joined_at, last_seen_at }: Pick<UserRow, 'joined_at' | 'last_seen_at'>, now: Date) {
  return [
    ...(joined_at === null ? [] : changesAt({ series: 'users', at: joined_at, change: 1, now })),
    ...(last_seen_at === null
      ? []
      : changesAt({ series: 'activeMembers', at: last_seen_at, change: 1, now })),
  ]
}

/** Stores a group. */
export async function makeGroup(
  { current: { database } }: ForumData,
  values: Partial<GroupRow> = {},
): Promise<GroupRow> {
  const number = nextNumber()
  return database.transaction((db) =>
    db
      .insertInto('groups')
      .values({ name_singular: `Group${number}`, name_plural: `Groups${number}`, ...values })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** Grants a permission to exactly these groups. */
export async function grant(
  { current: { database, reload } }: RunningForum,
  permission: string,
  groupIds: readonly number[],
): Promise<void> {
  await database.transaction(async (db) => {
    await db.deleteFrom('group_permission').where('permission', '=', permission).execute()
    for (const group_id of groupIds) {
      await db.insertInto('group_permission').values({ group_id, permission }).execute()
    }
  })
  await reload()
}

/** Stores settings in their string form, as a forum may find them: neither their schemas nor `settingRules` are asked. */
export async function setSettings(
  { current: { database, reload } }: RunningForum,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  await database.transaction(async (db) => {
    for (const [key, value] of Object.entries(values)) {
      await db
        .insertInto('settings')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
    }
  })
  await reload()
}
