import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { pendingMigrations } from '../../infrastructure/db/migrations/migrate.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { type Context, unboundedReads } from '../../points/context/context.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import type { Additions } from './additions.ts'

/** The largest number that is counted: more is shown as 'more than'. */
const maximumCounted = 1000

const names = z.array(z.string())
const counted = z.object({ name: z.string(), count: z.int(), isMore: z.boolean() })
type Counted = z.output<typeof counted>

/** What enabling or disabling an extension changes. */
export const previewSchema = z.object({
  /** Whether the change would enable it. */
  enables: z.boolean(),
  permissions: names,
  settings: names,
  preferences: names,
  pages: names,
  resources: names,
  notifications: names,
  /** Enabled jobs that run at times, or wait. */
  jobs: names,
  /** Migrations that would run. */
  migrations: names,
  /** Event posts that are shown with the extension only, by type. */
  eventPosts: z.array(counted),
  /** Rows of its tables. Disabling keeps them; purging deletes them. */
  tables: z.array(counted),
  columns: names,
  /** Resource types of which it hides rows: what it hides becomes visible while it is disabled. */
  hides: names,
  /** Rows that are marked as private now, by resource type. Without the extension, rows that only it shows are hidden from everyone. */
  keepsPrivate: z.array(counted),
  /** Extensions that it requires and that are not enabled. */
  missing: names,
  /** Enabled extensions that require it. */
  dependents: names,
})

type Preview = z.output<typeof previewSchema>

/** Returns what it changes to enable a disabled extension, or to disable an enabled one. */
export async function previewOf(
  context: Context,
  extension: InstalledExtension,
  additions: Additions,
): Promise<Preview> {
  const { forum } = context
  const { installed, enabled, requested } = forum.extensions
  const { permissions, settings, preferences, pages, resources, notifications, jobs, created } = additions
  const isEnabled = requested.includes(extension.id)
  const reads = unboundedReads(context)
  return {
    enables: !isEnabled,
    permissions: [...permissions],
    settings: [...settings],
    preferences: [...preferences],
    pages: [...pages],
    resources: [...resources],
    notifications: [...notifications],
    jobs: [...jobs],
    migrations: isEnabled ? [] : await pendingNames(context, additions),
    eventPosts: await Promise.all(additions.eventPosts.map((type) => countEventPosts(reads, type))),
    tables: await countTables(context, additions),
    columns: created.columns.map(({ table, column }) => `${table}.${column}`),
    hides: [...additions.hides],
    keepsPrivate: await Promise.all(additions.keepsPrivate.map((type) => countPrivate(context, reads, type))),
    missing: (extension.requires ?? []).filter((id) => !enabled.includes(id)),
    dependents: installed
      .filter((other) => other.requires?.includes(extension.id) && requested.includes(other.id))
      .map(({ id }) => id),
  }
}

async function pendingNames({ forum }: Context, { migrations }: Additions): Promise<string[]> {
  const pending = await pendingMigrations(forum.database, migrations)
  return pending.map(({ owner, name }) => `${owner}/${name}`)
}

function countEventPosts(reads: Queries, type: string): Promise<Counted> {
  // The second condition is that of the index on event posts.
  return countRows(type, reads, sql`select 1 from posts where type = ${type} and type <> 'comment'`)
}

/** Counts the rows of the extension's tables; none while its migrations have not run. */
async function countTables({ forum, db }: Context, additions: Additions): Promise<Counted[]> {
  const pending = await pendingMigrations(forum.database, additions.migrations)
  const total = additions.migrations.reduce((sum, { migrations }) => sum + Object.keys(migrations).length, 0)
  if (pending.length === total) return []
  return Promise.all(
    additions.created.tables.map(async (table) => {
      try {
        return await countRows(table, db, sql`select 1 from ${sql.table(table)}`)
      } catch {
        // The migration that makes it has not run.
        return { name: table, count: 0, isMore: false }
      }
    }),
  )
}

async function countPrivate(context: Context, reads: Queries, type: string): Promise<Counted> {
  const table = context.forum.points.resources.get(type)?.table
  if (table === undefined) return { name: type, count: 0, isMore: false }
  return countRows(type, reads, sql`select 1 from ${sql.table(table)} where is_private = true`)
}

/** Counts rows up to the maximum. */
async function countRows(name: string, db: Queries, rows: RawBuilder<unknown>): Promise<Counted> {
  const { rows: found } = await sql<{ count: number | string }>`
    select count(*) as count from (${rows} limit ${sql.lit(maximumCounted + 1)}) as counted`.execute(db)
  const count = Number(found[0]?.count ?? 0)
  return { name, count: Math.min(count, maximumCounted), isMore: count > maximumCounted }
}
