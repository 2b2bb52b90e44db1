import type { Migration, WriteContext } from '@parley/server'
import { sql } from 'kysely'

const ofShared = ' where shared = true'

/** The columns of the indexes of the lists before the one that they are sorted by. */
const indexes = {
  owner: { columns: 'actor_id, hidden, shared' },
  kind: { columns: 'actor_id, shared, kind, hidden' },
  shared: { columns: 'shared', rows: ofShared },
  shared_shown: { columns: 'shared, hidden', rows: ofShared },
  shared_kind: { columns: 'shared, kind, hidden', rows: ofShared },
  shared_kind_all: { columns: 'shared, kind', rows: ofShared },
} as const

/**
 * Lists are sorted by the time and the id. By the id alone PostgreSQL may walk the primary key, and pass all newer files of others; the
 * indexes of shared files have no other ones for the same reason.
 */
export const listOrder: Migration = {
  async up({ db }) {
    for (const [name, { columns, ...index }] of Object.entries(indexes))
      await replace(db, name, `(${columns}, created_at, id)${'rows' in index ? index.rows : ''}`)
  },
  async down({ db }) {
    for (const [name, { columns }] of Object.entries(indexes)) await replace(db, name, `(${columns}, id)`)
  },
}

async function replace(db: WriteContext['db'], name: string, definition: string): Promise<void> {
  const index = sql.ref(`fof_upload_files_${name}`)
  await sql`drop index ${index}`.execute(db)
  await sql`create index ${index} on fof_upload_files ${sql.raw(definition)}`.execute(db)
}
