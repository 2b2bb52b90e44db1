import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that answers with the URL of the run's PostgreSQL server. The first request starts it. */
    postgresStarter: string
  }
}

/**
 * Vitest's global set-up: offers one PostgreSQL server to the whole run, which starts when the first test needs it. The
 * returned function stops it and removes its data. `databases.ts` provides each test with a database.
 */
export default async function offerPostgres(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined
  const starter = createServer((_request, response) => {
    server ??= startPostgresServer()
    server.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await once(starter.listen(0, '127.0.0.1'), 'listening')
  project.provide('postgresStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`)
  return async () => {
    starter.close()
    starter.closeAllConnections()
    await server?.then(
      ({ stop }) => stop(),
      () => undefined,
    )
  }
}
