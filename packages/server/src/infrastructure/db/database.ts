import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Visitor } from '../limits/fair-queue.ts'
import type { ChangeListener } from './changes.ts'
import type { TimeExpression } from './clock.ts'
import type { FullText } from './full-text.ts'
import type { ReadLimits } from './long-reads.ts'
import type { ProcessLine } from './process-line.ts'
import type { Queries } from './tables.ts'

/** One database, SQLite or PostgreSQL. `openDatabase` of `open.ts` opens it. */
export interface Database {
  readonly dialect: Dialect
  /** Reads committed data only; the connection refuses to write. */
  readonly read: Queries
  /**
   * The slow-query connection. As `read`, for statements that may take longer than a few milliseconds: on SQLite, where
   * other statements would wait for them, they run in their own thread.
   */
  readonly slowQueries: Queries
  /** The time by the clock of the database; on SQLite by that of the machine. */
  readonly time: TimeExpression
  /**
   * As `read`, for statements whose cost depends on the request: on its filters, its sort or its offset. A cheap
   * statement runs immediately; one that exceeds the quick limits of `ReadLimits` runs again as a `longRead`.
   */
  unbounded(visitor: Visitor): Queries
  /**
   * Runs reads that may take seconds on connections that nothing else uses; visitors take turns. `work` may run again
   * after a lost connection. Closing the visitor's connection cancels its statements.
   * @throws `busy` when the queue is full, and when `work` waits or runs too long.
   */
  longRead<T>(visitor: Visitor, work: (db: Queries) => Promise<T>): Promise<T>
  /** Counts of long reads; tests and the bench measure differences. */
  readonly longReads: LongReadCounts
  /**
   * Statements executed so far, on every connection, without those that only begin, end or nest transactions:
   * tests and the bench measure differences.
   */
  readonly queries: number
  /**
   * Runs `work` in one transaction. Resolves only when the change is durable (on disk for SQLite,
   * acknowledged by the server for PostgreSQL). Rolls back and rejects when `work` throws, and also when a
   * statement failed and `work` ignored that (`savepoint` isolates a failure). Inside `work` await only the
   * database, through the given `db`: on SQLite all writers share one connection, and transactions that wait
   * at the same time may be committed as a group. On PostgreSQL `work` runs again after a deadlock, a
   * serialization failure or a lost connection. A transaction inside another is an error.
   */
  transaction<T>(work: (db: Queries) => Promise<T>): Promise<T>
  /**
   * Runs `work` in a savepoint: its failure rolls back only its own changes. `db` is that of the transaction.
   * Savepoints nest, but two of one transaction must not run at the same time.
   */
  savepoint<T>(db: Queries, work: () => Promise<T>): Promise<T>
  /**
   * Calls `listener` with the changes of each transaction of this process when it is durable; the transaction resolves
   * afterwards. The listener must not throw.
   */
  onChange(listener: ChangeListener): void
  /** The line to the other processes of the forum; absent where there is only one. */
  readonly line?: ProcessLine
  /** Finishes queued transactions, then closes every connection. */
  close(): Promise<void>
}

/** Settings of a database besides its location. */
export interface DatabaseSettings {
  /** Replaces the clock of the database; tests set it. */
  now?: () => Date
  /** Limits of reads whose cost depends on the request; overrides `defaultReadLimits`. */
  readLimits?: Partial<ReadLimits>
}

/** Counts of long reads. */
export interface LongReadCounts {
  /** Begun so far. */
  readonly begun: number
  /** Waiting in the queue now. */
  readonly waiting: number
}

/** Everything that differs between SQLite and PostgreSQL. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column types and definitions for migrations. */
  readonly types: ColumnTypes
  /**
   * `column in (ids)` as one bound value, so that the statement's text does not depend on the number of ids. `ids` may be
   * an expression for a value that `idList` made.
   */
  idIn(
    column: Expression<number | null> | RawBuilder<number | null>,
    ids: readonly number[] | Expression<unknown>,
  ): Expression<SqlBool>
  /** Makes the value that `idIn` binds. */
  idList(ids: readonly number[]): unknown
  /** A column whose indexes the planner ignores: for conditions that nearly every row meets, where SQLite would use one. */
  unindexed<T>(column: Expression<T>): Expression<T>
  /** Suffix that locks the selected rows until the transaction ends; empty on SQLite, which serializes writers. */
  readonly forUpdate: RawBuilder<unknown>
  /** Whether rows can be locked. False on SQLite, where a query that only locks is superfluous. */
  readonly locksRows: boolean
  /** As `forUpdate`, but skips rows that another transaction has locked. */
  readonly forUpdateOfFree: RawBuilder<unknown>
  /** Takes a named lock until the transaction ends; other transactions wait for it. */
  lock(db: Queries, name: string): Promise<void>
  /** Whether an index sorts null first by default. */
  readonly putsNullsFirst: boolean
  /**
   * Whether each part of an ordered union needs its own order and limit, so that the planner merges the parts. Otherwise
   * the planner recognizes the order of the indexes by itself, and would sort parts that have a limit.
   */
  readonly cutsPartsOfUnions: boolean
  readonly fullText: FullText
  /**
   * Returns the name of the violated unique index if `error` is a unique violation. Indexes without an explicit name
   * are called `<table>_pkey` and `<table>_<columns>_key` on both databases.
   */
  uniqueViolation(error: unknown): string | undefined
  /** Whether `error` is a foreign key violation. */
  isForeignKeyViolation(error: unknown): boolean
}

export interface ColumnTypes {
  /** Integer primary key whose values are never reused, as a definition: `id integer primary key …`. */
  readonly id: RawBuilder<unknown>
  readonly integer: RawBuilder<unknown>
  /**
   * `true` and `false` in TypeScript. On SQLite this holds for columns, also through joins, subqueries and
   * `returning`; a computed condition is 1 or 0 there, so let TypeScript compute conditions.
   */
  readonly boolean: RawBuilder<unknown>
  /** ISO 8601 UTC with milliseconds in TypeScript (`2024-01-02T03:04:05.678Z`), for reads and writes. */
  readonly timestamp: RawBuilder<unknown>
  /** Ordered and compared by code point on both databases. */
  readonly text: RawBuilder<unknown>
}
