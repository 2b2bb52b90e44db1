import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  isExpression,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  ValueNode,
} from 'kysely'
import { sqliteTime, timeBy } from './clock.ts'
import type { Database, Dialect } from './database.ts'
import { queriesOn, type SqlFlavour } from './queries.ts'
import { scopeOf } from './scope.ts'
import {
  isSqliteForeignKeyViolation,
  type SqliteActivity,
  SqliteConnection,
  sqliteUniqueViolation,
} from './sqlite-connection.ts'
import { sqliteFullText } from './sqlite-full-text.ts'
import { SqliteThread } from './sqlite-thread.ts'
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

/** SQLite's planner reads a bound limit, and then prepares the statement anew every time one is bound. */
class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && typeof limit.value === 'number') this.append(`limit ${limit.value}`)
    else super.visitLimit(node)
  }
}

/**
 * Opens a SQLite file, creating it and its folder if needed. `:memory:` is a temporary file that `close`
 * removes: connections to one database in memory would see each other's open transactions. `now` stands in for the
 * clock of the machine.
 */
export function openSqlite(path: string, now?: () => Date): Database {
  const folder = path === ':memory:' ? mkdtempSync(join(tmpdir(), 'parley-')) : undefined
  const file = folder ? join(folder, 'database.sqlite') : path
  if (!folder) mkdirSync(dirname(file), { recursive: true })
  const activity: SqliteActivity = { queries: 0, schemaChanged: false }

  // A short wait: SqliteWriter repeats `begin` without blocking the process.
  const writer = new SqliteConnection(file, { readOnly: false, timeout: 20 }, activity)
  writer.configure([
    'journal_mode = wal',
    `synchronous = ${folder ? 'off' : 'full'}`,
    'journal_size_limit = 67108864',
    'cache_size = -4096',
    'temp_store = memory',
  ])
  const reader = new SqliteConnection(file, { readOnly: true, timeout: 5000 }, activity)
  reader.configure(['query_only = on', 'cache_size = -8192', 'temp_store = memory'])
  const thread = new SqliteThread(file, activity)

  const flavour: SqlFlavour = {
    adapter: new SqliteAdapter(),
    compiler: new LiteralLimits(),
    introspector: (db) => new SqliteIntrospector(db),
  }
  const queue = new SqliteWriter(writer, flavour, () => {
    if (!activity.schemaChanged) return
    activity.schemaChanged = false
    writer.forgetStatements()
    reader.forgetStatements()
    thread.forgetStatements()
  })
  let closing: Promise<void> | undefined

  return {
    dialect,
    read: queriesOn(flavour, { provideConnection: (consumer) => consumer(reader) }),
    aside: queriesOn(flavour, { provideConnection: (consumer) => consumer(thread) }),
    time: now ? timeBy(now, (iso) => sql`${iso}`) : sqliteTime,
    get queries() {
      return activity.queries
    },
    transaction: (work) => queue.transaction(work),
    savepoint: (db, work) => scopeOf(db).savepoint(work),
    close: () => {
      closing ??= queue.drained().then(async () => {
        await thread.close()
        reader.close()
        // Last, so that the write-ahead log is merged into the file and removed.
        writer.close()
        if (folder) rmSync(folder, { recursive: true, force: true })
      })
      return closing
    },
  }
}
