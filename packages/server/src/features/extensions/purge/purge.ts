import type { ExpressionBuilder } from 'kysely'
import { recordConfigurationChange } from '../../../infrastructure/configuration.ts'
import { rollback } from '../../../infrastructure/db/migrations/migrate.ts'
import type { OwnedMigrations } from '../../../infrastructure/db/migrations/migrations.ts'
import type { Tables } from '../../../infrastructure/db/tables.ts'
import { partOf } from '../../../points/access/permission-parts.ts'
import type { Context, WriteContext } from '../../../points/context/context.ts'
import { markCountsStale } from '../../notifications/sync/stale-counts.ts'
import '../../notifications/table.ts'
import { storedPreferences } from '../../users/preferences.ts'
import '../../users/table.ts'
import type { Additions } from '../additions.ts'
import { filesFolderOf } from '../files-folder.ts'
import { isOwnPreference } from '../own-preferences.ts'
import { PurgeEnded, requirePurge, unmarkPurge } from './purge-marks.ts'

/** Rows that one transaction changes. */
const batchSize = 500

/**
 * Deletes everything that a disabled extension has stored: notifications, preferences, jobs, files, tables and columns,
 * settings and permissions. Its event posts stay in their discussions, which do not show them. The purge must be marked;
 * each step can run again, so that a crash only makes the next run shorter.
 */
export async function purgeStored(context: Context, extension: string, additions: Additions): Promise<void> {
  try {
    await runSteps(context, extension, additions)
  } catch (error) {
    const isEnded = [error, error instanceof Error && error.cause].some((each) => each instanceof PurgeEnded)
    if (!isEnded) throw error
  }
}

async function runSteps(context: Context, extension: string, additions: Additions): Promise<void> {
  const { forum } = context
  await purgeNotifications(context, extension, additions.notifications)
  await purgePreferences(context, extension, additions)
  for (const folder of [filesFolderOf(extension), ...additions.fileFolders])
    await forum.files.deleteFolder(folder)
  await rollback(
    forum.database,
    additions.migrations.map((owned) => whileMarked(owned, context, extension)),
  )
  await forum.write(context, async (writing) => {
    await requirePurge(writing, extension)
    await deleteNames(writing, extension, additions)
    await recordConfigurationChange(writing.db)
    await unmarkPurge(writing, extension)
  })
}

/** Deletes the notifications of some types with their groups. */
async function purgeNotifications(
  context: Context,
  extension: string,
  types: readonly string[],
): Promise<void> {
  if (types.length === 0) return
  const { database } = context.forum
  for (let after = 0; ; ) {
    const groups = await database.slowQueries
      .selectFrom('notification_groups')
      .select(['id', 'user_id'])
      .where('type', 'in', types)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const last = groups.at(-1)
    if (!last) return
    after = last.id
    const userIds = [...new Set(groups.map(({ user_id }) => user_id))]
    const groupIds = groups.map(({ id }) => id)
    await context.forum.write(context, async (writing) => {
      await requirePurge(writing, extension)
      writing.changeUsers(userIds, async () => {
        await markCountsStale(writing, userIds)
        await writing.db
          .deleteFrom('notification_groups')
          .where((eb) => database.dialect.idIn(eb.ref('id'), groupIds))
          .execute()
      })
    })
  }
}

/** Removes the preferences that an extension declares from all accounts. */
async function purgePreferences(context: Context, extension: string, additions: Additions): Promise<void> {
  const isOwn = isOwnPreference(additions)
  if (!isOwn) return
  const { database } = context.forum
  for (let after = 0; ; ) {
    const users = await database.slowQueries
      .selectFrom('users')
      .select(['id', 'preferences'])
      .where('preferences', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const last = users.at(-1)
    if (!last) return
    after = last.id
    const ids = users.filter((user) => Object.keys(storedPreferences(user)).some(isOwn)).map(({ id }) => id)
    if (ids.length === 0) continue
    await context.forum.write(context, async (writing) => {
      await requirePurge(writing, extension)
      writing.changeUsers(ids, () => removePreferences(writing, ids, isOwn))
    })
  }
}

async function removePreferences(
  { db, forum }: WriteContext,
  ids: readonly number[],
  isOwn: (key: string) => boolean,
): Promise<void> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'preferences'])
    .where((eb) => forum.database.dialect.idIn(eb.ref('id'), ids))
    .execute()
  for (const user of rows) {
    const kept = Object.entries(storedPreferences(user)).filter(([key]) => !isOwn(key))
    const preferences = JSON.stringify(Object.fromEntries(kept))
    await db.updateTable('users').set({ preferences }).where('id', '=', user.id).execute()
  }
}

/** Lets each step of a rollback run only while the purge is marked. */
function whileMarked(
  { owner, migrations }: OwnedMigrations,
  { forum }: Context,
  extension: string,
): OwnedMigrations {
  const guarded = Object.entries(migrations).map(([name, migration]) => [
    name,
    {
      ...migration,
      down: async (step: Parameters<typeof migration.down>[0]) => {
        await requirePurge({ db: step.db, forum }, extension)
        await migration.down(step)
      },
    },
  ])
  return { owner, migrations: Object.fromEntries(guarded) as OwnedMigrations['migrations'] }
}

async function deleteNames(
  { db }: WriteContext,
  extension: string,
  { settings, permissions, permissionParts, jobs, resources }: Additions,
): Promise<void> {
  const kinds = new Set(permissionParts)
  const isOfPart = (permission: string) => partOf(permission, kinds) !== undefined
  const deleteFrom = async <Table extends keyof Tables>(
    table: Table,
    column: keyof Tables[Table] & string,
    names: readonly string[],
  ) => {
    if (names.length === 0) return
    await db
      .deleteFrom(table as never)
      .where((eb: ExpressionBuilder<never, never>) => eb(column as never, 'in', names as never))
      .execute()
  }
  await deleteFrom('settings', 'key', settings)
  for (const table of ['known_permissions', 'group_permission'] as const) {
    const rows = await db.selectFrom(table).select('permission').distinct().execute()
    const ofParts = rows.map(({ permission }) => permission).filter(isOfPart)
    await deleteFrom(table, 'permission', [...permissions, ...ofParts])
  }
  // Ids of rows begin anew when the extension is enabled again.
  await deleteFrom('deletions', 'type', resources)
  await deleteFrom('jobs', 'name', jobs)
  await deleteFrom('failed_jobs', 'name', jobs)
  await deleteFrom('extension_health', 'extension', [extension])
  await deleteFrom('extension_errors', 'extension', [extension])
}
