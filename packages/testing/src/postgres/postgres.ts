import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's PostgreSQL server, without a database name. */
    postgresUrl: string
  }
}

/**
 * Vitest's global set-up: starts one PostgreSQL server for the whole run. The returned function stops it and removes its
 * data. `databases.ts` provides each test with a database.
 */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer()
  project.provide('postgresUrl', server.url)
  return server.stop
}
