import { dirname } from 'node:path'
import { makeFolder } from '../files/folders.ts'
import type { Database, DatabaseSettings } from './database.ts'
import { openSqlite } from './sqlite/sqlite.ts'

export type { Database } from './database.ts'

/** The location of the data: exactly one of `url` and `file`. */
export interface OpenOptions extends DatabaseSettings {
  /** `postgres://user:password@host:port/name` */
  url?: string
  /** Path of a SQLite file; `:memory:` for a temporary one. */
  file?: string
  /** For `:memory:`: the content of a SQLite file with which the database begins; tests set it. */
  content?: Uint8Array
}

/** The database cannot be reached or opened; `cause` is the reason. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** Opens a database. Rejects with `DatabaseUnavailable` when it cannot be reached or opened. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  if ((options.url === undefined) === (options.file === undefined)) {
    throw new Error('openDatabase needs either a url or a file')
  }
  try {
    if (options.file !== undefined) {
      if (options.file !== ':memory:') await makeFolder(dirname(options.file))
      return openSqlite(options.file, options)
    }
    // Loaded on demand: a forum on SQLite saves the memory of the PostgreSQL client.
    const { openPostgres } = await import('./postgres/postgres.ts')
    return await openPostgres(options.url ?? '', options)
  } catch (error) {
    throw new DatabaseUnavailable(error)
  }
}
