import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Queries } from '../tables.ts'
import type { OwnedMigrations } from './migrations.ts'

/** One migration, named. */
export interface MigrationId {
  owner: string
  name: string
}

/** Told before each migration runs: `done` of `total` are finished. */
export type MigrationProgress = (migration: MigrationId, done: number, total: number) => void

/**
 * Runs the migrations that have not run yet, in the given order of owners and by name within one, each in a
 * transaction of its own. Processes that do so at the same time share the work. Returns those run here.
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
    const isMine = await step(database, id, async (db, hasRun) => {
      if (hasRun) return false
      await migrationOf(owned, id).up({ db, dialect: database.dialect })
      await db
        .insertInto('migrations')
        .values({ ...id, ran_at: new Date().toISOString() })
        .execute()
      return true
    })
    if (isMine) ran.push(id)
  }
  return ran
}

/** Takes back every migration of these owners that has run, in reverse order. Returns those taken back here. */
export async function rollback(
  database: Database,
  owned: readonly OwnedMigrations[],
  progress?: MigrationProgress,
): Promise<MigrationId[]> {
  const past = await pastMigrations(database)
  const taken: MigrationId[] = []
  const backwards = inOrder(owned)
    .filter((id) => past.has(keyOf(id)))
    .reverse()
  for (const [done, id] of backwards.entries()) {
    progress?.(id, done, backwards.length)
    const isMine = await step(database, id, async (db, hasRun) => {
      if (!hasRun) return false
      await migrationOf(owned, id).down({ db, dialect: database.dialect })
      await db.deleteFrom('migrations').where('owner', '=', id.owner).where('name', '=', id.name).execute()
      return true
    })
    if (isMine) taken.push(id)
  }
  return taken
}

/** The migrations that `migrate` would run, in order; changes nothing. */
export async function pendingMigrations(
  database: Database,
  owned: readonly OwnedMigrations[],
): Promise<MigrationId[]> {
  const past = await pastMigrations(database)
  return inOrder(owned).filter((id) => !past.has(keyOf(id)))
}

/** Runs one step alone among all processes, knowing whether the migration has run by then. */
function step(
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

/** Undefined where there is no table of them. Looking at the schema takes long, so only a failure leads to that. */
async function ranMigrations(database: Database): Promise<Set<string> | undefined> {
  const select = () => database.read.selectFrom('migrations').select(['owner', 'name']).execute()
  try {
    return new Set((await select()).map(keyOf))
  } catch {
    const tables = await database.read.introspection.getTables()
    if (!tables.some((table) => table.name === 'migrations')) return undefined
    // Another process has just made it; or something else fails, and does so again.
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
