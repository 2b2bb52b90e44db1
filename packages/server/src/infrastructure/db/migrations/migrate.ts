import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Queries } from '../tables.ts'
import type { OwnedMigrations } from './migrations.ts'

/** The owner and name of a migration. */
export interface MigrationId {
  owner: string
  name: string
}

/** Called before each migration runs: `done` of `total` are finished. */
export type MigrationProgress = (migration: MigrationId, done: number, total: number) => void

/**
 * Runs the pending migrations, in the given order of owners and by name within one, each in its own transaction.
 * Processes that migrate at the same time share the work. Returns the migrations that this call ran.
 */
export async function migrate(
  database: Database,
  owned: readonly OwnedMigrations[],
  progress?: MigrationProgress,
): Promise<MigrationId[]> {
  if (!(await ranMigrations(database))) await createTable(database)
  const ran: MigrationId[] = []
  const pending = await pendingMigrations(database, owned)
  for (const [done, id] of pending.entries()) {
    progress?.(id, done, pending.length)
    const ranHere = await runStep(database, id, async (db, hasRun) => {
      if (hasRun) return false
      await migrationOf(owned, id).up({ db, dialect: database.dialect })
      await db
        .insertInto('migrations')
        .values({ ...id, ran_at: new Date().toISOString() })
        .execute()
      return true
    })
    if (ranHere) ran.push(id)
  }
  return ran
}

/** Reverts the migrations of these owners that have run, in reverse order. Returns those that this call reverted. */
export async function rollback(
  database: Database,
  owned: readonly OwnedMigrations[],
  progress?: MigrationProgress,
): Promise<MigrationId[]> {
  const past = await pastMigrations(database)
  const reverted: MigrationId[] = []
  const revertible = inOrder(owned)
    .filter((id) => past.has(keyOf(id)))
    .reverse()
  for (const [done, id] of revertible.entries()) {
    progress?.(id, done, revertible.length)
    const revertedHere = await runStep(database, id, async (db, hasRun) => {
      if (!hasRun) return false
      await migrationOf(owned, id).down({ db, dialect: database.dialect })
      await db.deleteFrom('migrations').where('owner', '=', id.owner).where('name', '=', id.name).execute()
      return true
    })
    if (revertedHere) reverted.push(id)
  }
  return reverted
}

/** Returns the migrations that `migrate` would run, in order. */
export async function pendingMigrations(
  database: Database,
  owned: readonly OwnedMigrations[],
): Promise<MigrationId[]> {
  const past = await pastMigrations(database)
  return inOrder(owned).filter((id) => !past.has(keyOf(id)))
}

/** Runs one step under the lock that all processes share; `hasRun` says whether the migration has run by then. */
function runStep(
  database: Database,
  id: MigrationId,
  run: (db: Queries, hasRun: boolean) => Promise<boolean>,
): Promise<boolean> {
  return database.transaction(async (db) => {
    await database.dialect.lock(db, 'migrations')
    const row = await db
      .selectFrom('migrations')
      .select('name')
      .where('owner', '=', id.owner)
      .where('name', '=', id.name)
      .executeTakeFirst()
    try {
      return await run(db, row !== undefined)
    } catch (error) {
      throw new Error(`Migration ${id.name} of ${id.owner} failed`, { cause: error })
    }
  })
}

async function createTable(database: Database): Promise<void> {
  const { text, timestamp } = database.dialect.types
  await database.transaction(async (db) => {
    await database.dialect.lock(db, 'migrations')
    await sql`create table if not exists migrations (
      owner ${text} not null,
      name ${text} not null,
      ran_at ${timestamp} not null,
      primary key (owner, name)
    )`.execute(db)
  })
}

async function pastMigrations(database: Database): Promise<Set<string>> {
  return (await ranMigrations(database)) ?? new Set()
}

/** Returns undefined if the table of migrations is missing. Only a failed query leads to the slow look at the schema. */
async function ranMigrations(database: Database): Promise<Set<string> | undefined> {
  const select = () => database.read.selectFrom('migrations').select(['owner', 'name']).execute()
  try {
    return new Set((await select()).map(keyOf))
  } catch {
    const tables = await database.read.introspection.getTables()
    if (!tables.some((table) => table.name === 'migrations')) return undefined
    // Another process has just created the table; or the query failed for another reason, and fails again.
    return new Set((await select()).map(keyOf))
  }
}

function inOrder(owned: readonly OwnedMigrations[]): MigrationId[] {
  return owned.flatMap(({ owner, migrations }) =>
    Object.keys(migrations)
      .sort()
      .map((name) => ({ owner, name })),
  )
}

function migrationOf(owned: readonly OwnedMigrations[], id: MigrationId) {
  const migration = owned.find(({ owner }) => owner === id.owner)?.migrations[id.name]
  if (!migration) throw new Error(`There is no migration ${id.name} of ${id.owner}`)
  return migration
}

function keyOf(id: MigrationId): string {
  return `${id.owner}/${id.name}`
}
