import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './postgres-server.ts'

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
  const server = await startPostgresServer()
  project.provide('postgresUrl', server.url)
  return server.stop
}
