import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createCoreDatabase } from '../database/databases.ts'
import { createTestForum } from '../test-forum.ts'
import { restoreState } from './postgres-reset.ts'

async function connect(): Promise<pg.Client> {
  const { url } = await createCoreDatabase('postgres')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const rowsOf = async (client: pg.Client, table: string) =>
  (await client.query(`select * from ${table} order by 1`)).rows

test('written rows are deleted and initial rows restored', async () => {
  const client = await connect()
  const groups = await rowsOf(client, 'groups')
  expect(groups.length).toBeGreaterThan(3)
  const make = () =>
    client.query("insert into groups (name_singular, name_plural) values ('a', 'b') returning id")
  const [{ id }] = (await make()).rows
  await client.query('delete from groups where id < 3')
  expect(await restoreState(client)).toBe(true)
  expect(await rowsOf(client, 'groups')).toEqual(groups)
  expect((await make()).rows).toEqual([{ id }])
})

test.each([
  'create table further (id integer)',
  'alter table groups add column further integer',
  'create index further on groups (icon)',
  'drop index jobs_due_at',
  "create function further() returns integer language sql as 'select 1'",
  'analyze groups',
  "do $$ begin execute format('alter database %I set work_mem = 64', current_database()); end $$",
  "insert into settings (key, value) select 'k' || n, repeat('x', 1000) from generate_series(1, 500) as n",
])('%s is detected', async (change) => {
  const client = await connect()
  expect(await restoreState(client)).toBe(true)
  await client.query(change)
  expect(await restoreState(client)).toBe(false)
})

test.each([1, 2])('a forum finds no rows of the one before it (%i)', async () => {
  const forum = await createTestForum({ database: 'postgres' })
  const { read } = forum.current.database
  const users = await read.selectFrom('users').select(['id', 'username']).execute()
  expect(users).toEqual([{ id: 1, username: 'admin' }])
  await forum.current.database.transaction((db) =>
    sql`insert into users (username, email, password, joined_at) values ('b', 'b@c.de', '', now())`.execute(
      db,
    ),
  )
})
