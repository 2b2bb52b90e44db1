import { sql } from 'kysely'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'
import { repairCoreStatistics } from './recount.ts'

const statistics: Migration = {
  async up({ db, dialect }) {
    const { types } = dialect
    await sql`create table statistics (
      series ${types.text} not null,
      unit ${types.text} not null,
      start ${types.integer} not null,
      shard ${types.integer} not null,
      count ${types.integer} not null,
      primary key (series, unit, start, shard)
    )`.execute(db)
    await sql`create index statistics_shards on statistics (start, series, unit, shard) where shard > 0`.execute(
      db,
    )
    // The rows of a forum that exists already. All migrations of their tables ran before.
    await repairCoreStatistics(db, dialect, new Date())
  },
  async down({ db }) {
    await sql`drop table statistics`.execute(db)
  },
}

export const statisticsMigrations = { '001_statistics': statistics }
