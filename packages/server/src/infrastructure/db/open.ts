import { dirname } from 'node:path'
import { makeFolder } from '../files/folders.ts'
import type { Database, DatabaseSettings } from './database.ts'
import { openSqlite } from './sqlite/sqlite.ts'

export type { Database } from './database.ts'

/** Where the data is: exactly one of the two. */
export interface OpenOptions extends DatabaseSettings {
  /** `postgres://user:password@host:port/name` */
  url?: string
  /** Path of a SQLite file; `:memory:` for a temporary one. */
  file?: string
}

/** The database cannot be reached or opened: `cause` says why. */
export class UnopenedDatabase extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'UnopenedDatabase'
  }
}

/** Opens a database. Rejects with an `UnopenedDatabase` when it cannot be reached or opened. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  if ((options.url === undefined) === (options.file === undefined)) {
    throw new Error('openDatabase needs either a url or a file')
  }
  try {
    if (options.file !== undefined) {
      if (options.file !== ':memory:') await makeFolder(dirname(options.file))
      return openSqlite(options.file, options)
    }
    // Loaded only where it is used: a forum on SQLite does not pay for the PostgreSQL client.
    const { openPostgres } = await import('./postgres/postgres.ts')
    return await openPostgres(options.url ?? '', options)
  } catch (error) {
    throw new UnopenedDatabase(error)
  }
}
