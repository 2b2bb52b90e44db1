import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Queries } from './tables.ts'

/** One database, whatever its kind. Opened by `openDatabase(url)` of `open.ts`. */
export interface Database {
  readonly dialect: Dialect
  /** Reads committed data only; never write through it. */
  readonly read: Queries
  /** Statements executed so far, on every connection: tests and the bench measure differences. */
  readonly queries: number
  /**
   * Runs `work` in one transaction. Resolves only when the change is durable (on disk for SQLite,
   * acknowledged by the server for PostgreSQL). Rejects, with everything rolled back, when `work` throws.
   * Inside `work` await nothing but the database: on SQLite all writers share one connection, and
   * transactions that wait at the same time may be committed as a group.
   */
  transaction<T>(work: (db: Queries) => Promise<T>): Promise<T>
  /** Runs `work` so that its failure undoes only its own changes; `db` is the one a transaction was given. */
  savepoint<T>(db: Queries, work: () => Promise<T>): Promise<T>
  /** Finishes queued transactions, then closes every connection. */
  close(): Promise<void>
}

/** All that differs between the databases. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column types and definitions for migrations. */
  readonly types: ColumnTypes
  /** `column in (ids)` as one bound value, so that the statement's text does not depend on the number of ids. */
  idIn(
    column: Expression<number | null> | RawBuilder<number | null>,
    ids: readonly number[],
  ): Expression<SqlBool>
  /** Suffix that locks the selected rows until the transaction ends; nothing where writers are queued anyway. */
  readonly forUpdate: RawBuilder<unknown>
  /** The violated unique index's name or columns, if `error` is a unique violation. */
  uniqueViolation(error: unknown): string | undefined
  /** Whether `error` is a broken foreign key. */
  isForeignKeyViolation(error: unknown): boolean
}

export interface ColumnTypes {
  /** Integer primary key that is never handed out twice, as a definition: `id integer primary key …`. */
  readonly id: RawBuilder<unknown>
  readonly integer: RawBuilder<unknown>
  readonly boolean: RawBuilder<unknown>
  /** ISO 8601 UTC with milliseconds in TypeScript. */
  readonly timestamp: RawBuilder<unknown>
  readonly text: RawBuilder<unknown>
}
