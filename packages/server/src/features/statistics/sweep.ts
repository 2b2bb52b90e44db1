import { type RawBuilder, sql } from 'kysely'
import type { Forum } from '../../points/context/context.ts'
import { type Job, type NoPayload, noPayload } from '../../points/jobs/jobs.ts'
import { secondsOf, startOf } from '../../points/statistics/periods.ts'
import { firstKeptHour } from './counts.ts'

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Deletes hours that are not kept, and merges the shards of the past. */
    'statistics.sweep': NoPayload
  }
}

/** Rows per transaction. */
const batchSize = 1000

/** Transactions per run; the next run goes on. */
const batchesPerRun = 100

export const sweepJob: Job<NoPayload> = {
  schema: noPayload,
  every: '5 * * * *',
  async run(_payload, { forum, now }, { signal }) {
    const seconds = secondsOf(now)
    const currentHour = startOf('hour', seconds)
    for (let batch = 0; batch < batchesPerRun; batch++) {
      signal.throwIfAborted()
      const deleted = await deleteHours(forum, firstKeptHour(seconds))
      if (!(await mergeShards(forum, currentHour)) && !deleted) return
    }
  },
}

/** Deletes a batch of hours before `end`. Returns whether there were any. */
function deleteHours({ database, points }: Forum, end: number): Promise<boolean> {
  const names = sql.join([...points.statistics.keys()])
  return database.transaction(async (db) => {
    const old = batchOf(database, sql`series in (${names}) and unit = 'hour' and start < ${end}`)
    const { numAffectedRows = 0n } = await sql`delete from statistics
      where (series, unit, start, shard) in (${old})`.execute(db)
    return numAffectedRows > 0n
  })
}

/**
 * Moves a batch of counts of periods that began before `end` to the first shard, so that reads need one row per period,
 * however many writers there are. Returns whether it moved any. This transaction skips rows that writers hold, and waits
 * for those of the first shard in the writers' order: neither waits for the other in a circle.
 */
async function mergeShards({ database }: Forum, end: number): Promise<boolean> {
  // Without locks of rows there is one shard.
  if (!database.dialect.locksRows) return false
  return database.transaction(async (db) => {
    const { numAffectedRows = 0n } = await sql`
      with moved as (
        delete from statistics
        where (series, unit, start, shard) in (${batchOf(database, sql`shard > 0 and start < ${end}`)})
        returning series, unit, start, count
      )
      insert into statistics (series, unit, start, shard, count)
      select series, unit, start, 0, sum(count) from moved group by 1, 2, 3
      order by series collate "C", unit collate "C", start
      on conflict (series, unit, start, shard) do update set count = statistics.count + excluded.count`.execute(
      db,
    )
    return numAffectedRows > 0n
  })
}

/** Selects the keys of a batch of rows that no other transaction has locked. */
function batchOf({ dialect }: Forum['database'], condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select series, unit, start, shard from statistics where ${condition}
    limit ${sql.lit(batchSize)} ${dialect.forUpdateOfFree}`
}
