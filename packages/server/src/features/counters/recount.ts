import { sql } from 'kysely'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Counter, CounterDifference } from './counter.ts'

export interface RecountOptions {
  /** Whether to store what was counted; otherwise nothing is changed. */
  repair: boolean
  /** Told after each batch: rows done of all, over all counters. */
  progress?: (done: number, total: number) => void
  /** Ends the work after the batch it is at. */
  signal?: AbortSignal
}

const batchSize = 200

/**
 * Counts everything again and returns what was wrong, in the order of the counters. Counting reads only; a
 * transaction, short and per batch, is needed just for rows that are wrong. The forum may run meanwhile.
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
    for await (const ids of batches(database, counter.table)) {
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

/** What is deleted counts nothing and is being removed. */
const isCounted = {
  discussions: sql<boolean>`deleted_at is null`,
  users: sql<boolean>`deleted_at is null`,
  notification_groups: sql<boolean>`not exists (select 1 from deletions
    where (deletions.type = root_type and deletions.row_id = root_id)
      or (deletions.type = subject_type and deletions.row_id = subject_id)
      or (deletions.type = 'users' and deletions.row_id = user_id))`,
} as const satisfies Record<Counter['table'], unknown>

async function rowsToCount(database: Database, counters: readonly Counter[]): Promise<number> {
  let total = 0
  for (const { table } of counters) {
    const { count } = await database.read
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isCounted[table])
      .executeTakeFirstOrThrow()
    total += count
  }
  return total
}

async function* batches(database: Database, table: Counter['table']): AsyncGenerator<number[]> {
  for (let last = 0; ; ) {
    const rows = await database.read
      .selectFrom(table)
      .select('id')
      .where('id', '>', last)
      .where(isCounted[table])
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const end = rows.at(-1)
    if (!end) return
    yield rows.map(({ id }) => id)
    last = end.id
  }
}

// The lock comes in a statement of its own: the next one then sees what those before us committed.
async function repairRows(database: Database, counter: Counter, ids: readonly number[]): Promise<void> {
  await database.transaction(async (db) => {
    await db
      .selectFrom(counter.table)
      .select('id')
      .where(database.dialect.idIn(sql.ref<number>('id'), ids))
      .orderBy('id')
      .modifyEnd(database.dialect.forUpdate)
      .execute()
    await counter.repair(db, database, ids)
  })
}
