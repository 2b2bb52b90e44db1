import { type DatabaseConnection, SqliteAdapter, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { queriesOn } from '../queries.ts'
import type { Queries } from '../tables.ts'
import { LiteralLimits } from './sqlite-compiler.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { WatchedSelects } from './watched-selects.ts'

type Tables = {
  items: { id: number; kind: number }
  kinds: { id: number; name: string }
  words: { word: string }
}

const flavour = { adapter: new SqliteAdapter(), introspector: refuse }

function refuse(): never {
  throw new Error('Not needed in these tests')
}

/** Opens a database with 100 items of 10 kinds, and 50 words whose rows have no rowid. */
async function openWithRows() {
  const activity = { queries: 0, schemaChanged: false }
  const connection = new SqliteConnection(':memory:', { readOnly: false, timeout: 0 }, activity)
  onTestFinished(() => connection.close())
  let rows = 0
  const count = () => {
    rows += 1
  }
  const plain = queriesOn(
    { ...flavour, compiler: new LiteralLimits() },
    { provideConnection: (consumer) => consumer(connection) },
  )
  const counting: DatabaseConnection = {
    executeQuery: (query) => connection.watch(count, () => connection.executeQuery(query)),
    streamQuery: refuse,
  }
  const watched = queriesOn(
    { ...flavour, compiler: new WatchedSelects((table) => connection.hasRowId(table)) },
    { provideConnection: (consumer) => consumer(counting) },
  )
  await sql`create table items (id integer primary key, kind integer not null)`.execute(plain)
  await sql`create table kinds (id integer primary key, name text not null)`.execute(plain)
  await sql`create table words (word text primary key) without rowid`.execute(plain)
  const upTo = (last: number) =>
    sql`with recursive c (n) as (select 1 union all select n + 1 from c where n < ${sql.lit(last)})`
  await sql`insert into items (id, kind) ${upTo(100)} select n, n % 10 from c`.execute(plain)
  await sql`insert into kinds (id, name) ${upTo(10)} select n - 1, 'kind ' || n from c`.execute(plain)
  await sql`insert into words (word) ${upTo(50)} select 'word ' || n from c`.execute(plain)
  return { plain: tables(plain), watched: tables(watched), rows: () => rows }
}

/** Returns how many rows a statement examines. */
async function examinedRows(run: (db: ReturnType<typeof tables>) => Promise<unknown>): Promise<number> {
  const { watched, rows } = await openWithRows()
  await run(watched)
  return rows()
}

function tables(db: Queries) {
  return db.withTables<Tables>()
}

test('every row that is read counts, also those that a condition or an offset skips', async () => {
  expect(await examinedRows((db) => db.selectFrom('items').selectAll().limit(3).execute())).toBe(3)
  const skipping = examinedRows((db) => db.selectFrom('items').selectAll().limit(3).offset(40).execute())
  expect(await skipping).toBe(43)
  const rare = examinedRows((db) =>
    db.selectFrom('items').selectAll().where('kind', '=', 9).limit(1).execute(),
  )
  expect(await rare).toBe(9)
})

test('every sorted row counts', async () => {
  const sorting = (db: ReturnType<typeof tables>) =>
    db.selectFrom('items').selectAll().orderBy('kind').orderBy('id').limit(1).execute()
  expect(await examinedRows(sorting)).toBe(100)
})

test('rows of subqueries count, whichever of the two SQLite reads first', async () => {
  const listed = (db: ReturnType<typeof tables>) =>
    db
      .selectFrom('kinds')
      .selectAll()
      .where('kinds.id', 'in', (eb) => eb.selectFrom('items').select('items.kind').where('items.id', '>', 50))
      .limit(1)
      .execute()
  expect(await examinedRows(listed)).toBeGreaterThanOrEqual(50)
  const existing = (db: ReturnType<typeof tables>) =>
    db
      .selectFrom('items')
      .selectAll()
      .where('items.kind', '=', 3)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('kinds')
            .select('kinds.id')
            .whereRef('kinds.id', '=', 'items.kind')
            .where('kinds.id', '=', 3),
        ),
      )
      .execute()
  expect(await examinedRows(existing)).toBeGreaterThanOrEqual(100)
})

test('rows of joins, of aliases and of tables without row ids count', async () => {
  const joined = (db: ReturnType<typeof tables>) =>
    db
      .selectFrom('items as one')
      .innerJoin('items as other', (join) => join.onTrue())
      .select('one.id')
      .where('one.id', '<=', 2)
      .limit(150)
      .execute()
  expect(await examinedRows(joined)).toBeGreaterThanOrEqual(150)
  const words = (db: ReturnType<typeof tables>) =>
    db.selectFrom('words').selectAll().where('word', 'like', '%none%').execute()
  expect(await examinedRows(words)).toBe(50)
})

test('rows of common table expressions count, also under the name of a table', async () => {
  const named = (db: ReturnType<typeof tables>) =>
    db
      .with('kinds', (inner) => inner.selectFrom('items').select(['items.id', 'items.kind']))
      .selectFrom('kinds')
      .select('kinds.id')
      .where('kinds.id', '>', 90)
      .execute()
  expect(await examinedRows(named)).toBeGreaterThanOrEqual(10)
})

test('watched selects return the same rows as plain ones', async () => {
  const { plain, watched } = await openWithRows()
  const both = async (run: (db: ReturnType<typeof tables>) => Promise<unknown>) =>
    expect(await run(watched)).toEqual(await run(plain))
  await both((db) =>
    db
      .selectFrom('kinds')
      .leftJoin('items', (join) => join.onRef('items.id', '=', 'kinds.id').on('items.kind', '=', 3))
      .select(['kinds.id', 'items.kind'])
      .where((eb) => eb.or([eb('kinds.id', '=', 1), eb('kinds.id', '>', 2)]))
      .orderBy('kinds.id')
      .execute(),
  )
  await both((db) =>
    db
      .selectFrom('items')
      .select((eb) => eb.fn.max('id').as('last'))
      .execute(),
  )
  await both((db) => db.selectNoFrom((eb) => eb.lit(1).as('one')).execute())
})
