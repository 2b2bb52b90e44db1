import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresServer } from '@parley/testing/postgres-server'
import { administrator, forumEnvironment, seed } from '../data.ts'
import { type BenchServer, startServer } from '../server.ts'
import { fillForum } from './fill.ts'

export type BenchDatabase = 'sqlite' | 'postgres'

/** A disposable forum with many users, entries of the audit log and statistics. */
export interface FilledForum {
  server: BenchServer
  /** The data folder; the database is in it if it is SQLite. */
  folder: string
  /** The headers of requests by the administrator. */
  headers: Record<string, string>
  remove(): Promise<void>
}

/** Content that the forum has besides. */
const content = { users: 50, discussions: 200, posts: 400 }

/** Seeds a forum, fills it with `count` rows of each kind and starts its server. */
export async function startFilledForum(database: BenchDatabase, count: number): Promise<FilledForum> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-administration-'))
  const postgres = database === 'postgres' ? await startPostgresServer() : undefined
  const url = postgres && `${postgres.url}/postgres`
  const environment: Record<string, string> = url === undefined ? {} : { DATABASE_URL: url }
  let server: BenchServer | undefined
  const remove = async () => {
    await server?.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    seed(content, { ...forumEnvironment(folder, 0), ...environment })
    await fillForum(url === undefined ? { file: join(folder, 'forum.sqlite') } : { url }, count)
    server = await startServer(folder, environment)
    return { server, folder, headers: await logIn(server.url), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function logIn(url: string): Promise<Record<string, string>> {
  const { username: identification, password } = administrator
  const response = await fetch(`${url}/api/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identification, password }),
  })
  const { token } = (await response.json()) as { token: string }
  return { authorization: `Token ${token}` }
}
