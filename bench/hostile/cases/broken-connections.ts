import pg from 'pg'
import type { HostileCase } from '../attack.ts'

/** Terminates all connections to the database, including those in use. */
export const brokenConnections: HostileCase = {
  name: 'terminated database connections',
  needsPostgres: true,
  async run({ plan }) {
    const client = new pg.Client({ connectionString: plan.postgresUrl })
    await client.connect()
    try {
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    } finally {
      await client.end()
    }
  },
}
