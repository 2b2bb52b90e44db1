import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Expression, isExpression, SqliteAdapter, SqliteIntrospector, sql } from 'kysely'
import { ChangeListeners } from '../changes.ts'
import { sqliteTime, timeBy } from '../clock.ts'
import type { Database, DatabaseSettings, Dialect } from '../database.ts'
import { defaultReadLimits } from '../long-reads.ts'
import type { SqlFlavour } from '../queries.ts'
import { transactionOf } from '../transaction.ts'
import { LiteralLimits } from './sqlite-compiler.ts'
import {
  isSqliteForeignKeyViolation,
  type SqliteActivity,
  SqliteConnection,
  sqliteUniqueViolation,
} from './sqlite-connection.ts'
import { sqliteFullText } from './sqlite-full-text.ts'
import { SqliteReads } from './sqlite-reads.ts'
import { SqliteWriter } from './sqlite-writer.ts'

const dialect: Dialect = {
  name: 'sqlite',
  types: {
    id: sql`integer primary key autoincrement`,
    integer: sql`integer`,
    boolean: sql`boolean`,
    timestamp: sql`text`,
    text: sql`text`,
  },
  idIn: (column, ids) =>
    sql`${column} in (select value from json_each(${isExpression(ids) ? ids : JSON.stringify(ids)}))`,
  idList: (ids) => JSON.stringify(ids),
  unindexed: <T>(column: Expression<T>) => sql<T>`+${column}`,
  forUpdate: sql``,
  locksRows: false,
  forUpdateOfFree: sql``,
  lock: async () => {},
  putsNullsFirst: true,
  cutsPartsOfUnions: false,
  fullText: sqliteFullText,
  uniqueViolation: sqliteUniqueViolation,
  isForeignKeyViolation: isSqliteForeignKeyViolation,
}

/**
 * Opens a SQLite file in an existing folder; creates the file if it is missing. `:memory:` is a temporary file that
 * `close` removes: connections to one in-memory database would see each other's open transactions. It begins with
 * `content`. `now` replaces the clock of the machine.
 */
export function openSqlite(
  path: string,
  { now, readLimits, content }: DatabaseSettings & { content?: Uint8Array } = {},
): Database {
  const folder = path === ':memory:' ? mkdtempSync(join(tmpdir(), 'parley-')) : undefined
  const file = folder ? join(folder, 'database.sqlite') : path
  if (folder && content) writeFileSync(file, content)
  const activity: SqliteActivity = { queries: 0, schemaChanged: false }

  // A short timeout: SqliteWriter retries `begin` without blocking the event loop.
  const writer = new SqliteConnection(file, { readOnly: false, timeout: 20 }, activity)
  writer.configure([
    'journal_mode = wal',
    `synchronous = ${folder ? 'off' : 'full'}`,
    'journal_size_limit = 67108864',
    'cache_size = -4096',
    'temp_store = memory',
  ])
  const flavour: SqlFlavour = {
    adapter: new SqliteAdapter(),
    compiler: new LiteralLimits(),
    introspector: (db) => new SqliteIntrospector(db),
  }
  const reads = new SqliteReads(file, activity, flavour, { ...defaultReadLimits, ...readLimits })
  const listeners = new ChangeListeners()
  const queue = new SqliteWriter(writer, flavour, listeners, () => {
    if (!activity.schemaChanged) return
    activity.schemaChanged = false
    writer.forgetStatements()
    reads.forgetStatements()
  })
  let closing: Promise<void> | undefined

  return {
    dialect,
    read: reads.read,
    slowQueries: reads.slowQueries,
    unbounded: (visitor) => reads.unbounded(visitor),
    longRead: (visitor, work) => reads.longRead(visitor, work),
    get longReads() {
      return reads.longReads
    },
    time: now ? timeBy(now, (iso) => sql`${iso}`) : sqliteTime,
    get queries() {
      return activity.queries
    },
    transaction: (work) => queue.transaction(work),
    savepoint: (db, work) => transactionOf(db).savepoint(work),
    onChange: (listener) => listeners.add(listener),
    close: () => {
      closing ??= queue.drain().then(async () => {
        await reads.close()
        // Last, so that the write-ahead log is merged into the file and removed.
        writer.close()
        if (folder) rmSync(folder, { recursive: true, force: true })
      })
      return closing
    },
  }
}
