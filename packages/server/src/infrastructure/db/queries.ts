import {
  type ConnectionProvider,
  type DatabaseConnection,
  type DatabaseIntrospector,
  DefaultQueryExecutor,
  type DialectAdapter,
  type Driver,
  Kysely,
  type QueryCompiler,
  type QueryExecutor,
} from 'kysely'
import type { Queries, Tables } from './tables.ts'

/** What Kysely needs to compile SQL for a database. */
export interface SqlFlavour {
  readonly adapter: DialectAdapter
  readonly compiler: QueryCompiler
  introspector(db: Kysely<unknown>): DatabaseIntrospector
}

/** Makes a query builder whose statements run on the connections of `provider`. */
export function queriesOn(flavour: SqlFlavour, provider: ConnectionProvider): Queries {
  const dialect = {
    createAdapter: () => flavour.adapter,
    createDriver: () => unusedDriver,
    createIntrospector: (db: Kysely<unknown>) => flavour.introspector(db),
    createQueryCompiler: () => flavour.compiler,
  }
  const executor: QueryExecutor = new DefaultQueryExecutor(flavour.compiler, flavour.adapter, provider)
  return new Kysely<Tables>({ config: { dialect }, dialect, driver: unusedDriver, executor })
}

function refuse(): Promise<never> {
  return Promise.reject(
    new Error('Use transaction(), savepoint() and close() of Database, not those of Kysely'),
  )
}

// `Database` manages connections and transactions; Kysely only builds and sends statements.
const unusedDriver: Driver = {
  init: async () => {},
  acquireConnection: refuse,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  releaseConnection: refuse,
  destroy: refuse,
}

/** A connection that executes queries by `executeQuery` and refuses to stream rows. */
export function withoutStreams(executeQuery: DatabaseConnection['executeQuery']): DatabaseConnection {
  return {
    executeQuery,
    streamQuery: () => {
      throw new Error('Rows are not streamed; read them page by page')
    },
  }
}
