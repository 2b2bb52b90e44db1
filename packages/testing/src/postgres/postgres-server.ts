import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ServingPostgres } from './postgres-process.ts'

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  /** URL without a database name. */
  url: string
  /** Stops the server and removes its data. */
  stop(): Promise<void>
}

export interface PostgresServerOptions {
  /** Folder of PostgreSQL's programs; by default those of this installation. */
  native?: string
  /** Whether commits wait for the disk, as they do in production. */
  isDurable?: boolean
}

/**
 * Starts a PostgreSQL server with its data in a temporary folder, in a separate process group. The server ends with this
 * process, even if it is killed. Takes 1.5 s.
 */
export async function startPostgresServer({
  native,
  isDurable = false,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const script = fileURLToPath(new URL('postgres-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, native ?? '', ...(isDurable ? ['durable'] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'close')])
  if (typeof line !== 'string') throw new Error('PostgreSQL did not start; its messages are above')
  const { url } = JSON.parse(line) as ServingPostgres
  return {
    url,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
