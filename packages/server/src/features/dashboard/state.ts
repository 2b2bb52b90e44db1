import { sql } from 'kysely'
import type { Database } from '../../infrastructure/db/database.ts'

/** The most jobs that are counted. */
export const countedJobs = 1000

export interface DatabaseState {
  name: 'SQLite' | 'PostgreSQL'
  version: string
  bytes: number
}

/** Reads version and size of the database. */
export async function readDatabaseState({ read, dialect }: Database): Promise<DatabaseState> {
  const isSqlite = dialect.name === 'sqlite'
  const { rows } = await sql<{ version: string; bytes: number | string }>`${
    isSqlite
      ? sql`select sqlite_version() as version, page_count * page_size as bytes
          from pragma_page_count(), pragma_page_size()`
      : sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
  }`.execute(read)
  const [row] = rows
  return { name: isSqlite ? 'SQLite' : 'PostgreSQL', version: row?.version ?? '', bytes: Number(row?.bytes) }
}

export interface CountedKind {
  name: string
  count: number
}

interface FailedJob {
  name: string
  description: string | null
  error: string
  failed_at: string
}

/** Counts the latest failed jobs by name, and returns the latest of each name. */
export async function readFailedJobs({
  read,
}: Database): Promise<{ kinds: CountedKind[]; last: FailedJob[] }> {
  const rows = await read
    .selectFrom('failed_jobs')
    .select(['name', 'description', 'error', 'failed_at'])
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(countedJobs)
    .execute()
  const byName = [...Map.groupBy(rows, ({ name }) => name)]
  return {
    kinds: byName.map(([name, jobs]) => ({ name, count: jobs.length })),
    last: byName.flatMap(([, [latest]]) => (latest ? [latest] : [])),
  }
}

/** Counts the jobs that are due first by name: those that run, and those that wait. Schedules of the forum are left out. */
export async function readJobs({
  read,
}: Database): Promise<{ running: CountedKind[]; waiting: CountedKind[] }> {
  const rows = await read
    .selectFrom('jobs')
    .select(['name', 'lease'])
    .where((eb) => eb.or([eb('every', 'is', null), eb('lease', 'is not', null)]))
    .orderBy('due_at')
    .orderBy('id')
    .limit(countedJobs)
    .execute()
  const count = (isRunning: boolean) =>
    [
      ...Map.groupBy(
        rows.filter(({ lease }) => (lease !== null) === isRunning),
        ({ name }) => name,
      ),
    ].map(([name, jobs]) => ({ name, count: jobs.length }))
  return { running: count(true), waiting: count(false) }
}
