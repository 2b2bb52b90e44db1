import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ServingPostgres } from './postgres-process.ts'

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  /** Its address, without a database's name. */
  url: string
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL server with its data in a temporary folder, in a process group of its own: it ends with this
 * process, however that ends. Takes a second and a half.
 *
 * @param native folder of PostgreSQL's programs; those of this installation unless given
 */
export async function startPostgresServer(native?: string): Promise<PostgresServer> {
  const script = fileURLToPath(new URL('postgres-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, ...(native ? [native] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'close')])
  if (typeof line !== 'string') throw new Error('PostgreSQL did not start; its messages stand above')
  const { url } = JSON.parse(line) as ServingPostgres
  return {
    url,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
