import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { tableRows } from '../../infrastructure/db/table-rows.ts'
import { makeDurable, makeFolder } from '../../infrastructure/files/folders.ts'
import type { Context, ExtensionBackup } from '../../points/context/context.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import { storedPreferences } from '../users/preferences.ts'
import type { Additions } from './additions.ts'
import { isOwnPreference } from './own-preferences.ts'

/**
 * Writes what an extension has stored to a file in the data folder, as gzipped JSON lines: one that describes the
 * extension, then `{"table": …, "row": {…}}` for each row. Files are not part of it. Holds one page of rows in memory;
 * resolves when the file is durable.
 */
export async function backUp(
  context: Context,
  extension: InstalledExtension,
  additions: Additions,
): Promise<ExtensionBackup> {
  const { dataDir } = context.forum
  const folder = join(dataDir, 'backups')
  await makeFolder(folder, { mode: 0o700 })
  const time = context.forum.now().toISOString().replaceAll(':', '-')
  const file = join(folder, `${extension.id}-${time}.jsonl.gz`)
  const partial = `${file}.part`
  let rows = 0
  const lines = async function* () {
    const { id, title, version } = extension
    yield `${JSON.stringify({ extension: id, title, version, writtenAt: context.forum.now().toISOString() })}\n`
    for await (const line of storedRows(context, additions)) {
      rows += 1
      yield `${JSON.stringify(line)}\n`
    }
  }
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(partial, { mode: 0o600 }))
    await flush(partial)
    await rename(partial, file)
    await makeDurable(folder)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  return { file, rows }
}

interface StoredRow {
  table: string
  row: Readonly<Record<string, unknown>>
}

async function* storedRows({ forum }: Context, additions: Additions): AsyncGenerator<StoredRow> {
  const { database } = forum
  const { created, settings, permissions, notifications } = additions
  for (const table of created.tables) {
    for await (const row of tableRows(database, table)) yield { table, row }
  }
  for (const { table, column, default: value } of created.columns) {
    const isChanged =
      value === undefined
        ? sql<boolean>`${sql.ref(column)} is not null`
        : sql<boolean>`${sql.ref(column)} is distinct from ${sql.raw(value)}`
    for await (const row of tableRows(database, table, { columns: ['id', column], where: isChanged }))
      yield { table, row }
  }
  yield* named(database, 'settings', 'key', settings)
  yield* named(database, 'group_permission', 'permission', permissions)
  yield* named(database, 'notifications', 'type', notifications)
  const isOwn = isOwnPreference(additions)
  if (!isOwn) return
  const accounts = tableRows(database, 'users', {
    columns: ['id', 'preferences'],
    where: sql<boolean>`preferences is not null`,
  })
  for await (const { id, preferences } of accounts) {
    const own = Object.entries(storedPreferences({ preferences: preferences as string })).filter(([key]) =>
      isOwn(key),
    )
    if (own.length > 0) yield { table: 'users', row: { id, preferences: Object.fromEntries(own) } }
  }
}

async function* named(
  database: Context['forum']['database'],
  table: string,
  column: string,
  names: readonly string[],
): AsyncGenerator<StoredRow> {
  if (names.length === 0) return
  const where = sql<boolean>`${sql.ref(column)} in (${sql.join(names)})`
  for await (const row of tableRows(database, table, { where })) yield { table, row }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
