import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Counter, CounterDifference } from '../../points/counters/counters.ts'

export interface RecountOptions {
  /** Whether to store the counted values; otherwise nothing is changed. */
  repair: boolean
  /** Called after each batch with the rows done and in total, over all counters. */
  progress?: (done: number, total: number) => void
  /** Aborts after the current batch. */
  signal?: AbortSignal
}

const batchSize = 200

/**
 * Recounts all counters and returns the differences, in the order of the counters. Counting only reads; each batch
 * with differences is repaired in a short transaction. The forum may run at the same time.
 */
export async function recount(
  database: Database,
  counters: readonly Counter[],
  { repair, progress, signal }: RecountOptions,
): Promise<CounterDifference[]> {
  const total = await rowsToCount(database, counters)
  const found: CounterDifference[] = []
  let done = 0
  for (const counter of counters) {
    for await (const ids of batches(database, counter)) {
      if (signal?.aborted) return found
      const differences = await counter.differences(database, ids)
      found.push(...differences)
      if (repair && differences.length > 0) {
        await repairRows(database, counter, [...new Set(differences.map(({ id }) => id))])
      }
      done += ids.length
      progress?.(done, total)
    }
  }
  return found
}

/** Excludes deleted rows, which are being removed. */
const kept: Readonly<Record<string, RawBuilder<boolean>>> = {
  discussions: sql`deleted_at is null`,
  users: sql`deleted_at is null`,
  notification_groups: sql`not exists (select 1 from deletions
    where (deletions.type = root_type and deletions.row_id = root_id)
      or (deletions.type = subject_type and deletions.row_id = subject_id)
      or (deletions.type = 'users' and deletions.row_id = user_id))`,
}

function isCounted({ table, rows }: Counter): RawBuilder<boolean> {
  return rows ?? kept[table] ?? sql`1 = 1`
}

async function rowsToCount(database: Database, counters: readonly Counter[]): Promise<number> {
  let total = 0
  for (const counter of counters) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(counter.table)} where ${isCounted(counter)}`.execute(
      database.read,
    )
    total += Number(rows[0]?.count)
  }
  return total
}

/** Returns the ids of the newest rows that have a counter. */
export async function newestCounted(database: Database, counter: Counter, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(counter.table)} where ${isCounted(counter)} order by id desc
    limit ${sql.lit(limit)}`.execute(database.read)
  return rows.map(({ id }) => id)
}

async function* batches(database: Database, counter: Counter): AsyncGenerator<number[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(counter.table)} where id > ${last} and ${isCounted(counter)}
      order by id limit ${sql.lit(batchSize)}`.execute(database.read)
    const end = rows.at(-1)
    if (!end) return
    yield rows.map(({ id }) => id)
    last = end.id
  }
}

// A statement of its own takes the locks, so that the next one sees the commits of other transactions.
async function repairRows(database: Database, counter: Counter, ids: readonly number[]): Promise<void> {
  await database.transaction(async (db) => {
    await db
      .selectFrom(counter.table as 'users')
      .select('id')
      .where(database.dialect.idIn(sql.ref<number>('id'), ids))
      .orderBy('id')
      .modifyEnd(database.dialect.forUpdate)
      .execute()
    await counter.repair(db, database, ids)
  })
}
