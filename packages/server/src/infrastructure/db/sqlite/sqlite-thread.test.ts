import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SqliteThread } from './sqlite-thread.ts'

async function openThread(idleMs: number) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-thread-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'a.sqlite')
  const database = new DatabaseSync(file)
  database.exec('create table a (n integer); insert into a values (7)')
  database.close()
  const thread = new SqliteThread(file, { queries: 0, schemaChanged: false }, idleMs)
  onTestFinished(() => thread.close())
  const read = async () => (await thread.executeQuery(CompiledQuery.raw('select n from a'))).rows
  return { thread, read }
}

test('a thread starts with a statement, ends when it is idle, and starts again', async () => {
  const { thread, read } = await openThread(20)
  expect(thread.isRunning).toBe(false)
  for (let times = 0; times < 2; times++) {
    expect(await read()).toEqual([{ n: 7 }])
    await vi.waitFor(() => expect(thread.isRunning).toBe(false), { timeout: 5000 })
  }
})

test('successive statements use one thread', async () => {
  const { thread, read } = await openThread(60_000)
  await Promise.all([read(), read()])
  expect(thread.isRunning).toBe(true)
  expect(await read()).toEqual([{ n: 7 }])
})
