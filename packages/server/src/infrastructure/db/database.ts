import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Visitor } from '../limits/fair-queue.ts'
import type { ChangeListener } from './changes.ts'
import type { TimeExpression } from './clock.ts'
import type { FullText } from './full-text.ts'
import type { ReadLimits } from './long-reads.ts'
import type { Queries } from './tables.ts'

/** One database, whatever its kind. Opened by `openDatabase` of `open.ts`. */
export interface Database {
  readonly dialect: Dialect
  /** Reads committed data only; the connection refuses to write. */
  readonly read: Queries
  /**
   * As `read`, for statements that may take longer than a few milliseconds: where others would have to wait for them,
   * they run in a thread of their own.
   */
  readonly aside: Queries
  /** The time by the clock of the database; on SQLite that of the machine. */
  readonly time: TimeExpression
  /**
   * As `read`, for statements whose cost the request decides: by its filters, its sort or its offset. Each of them runs
   * at once while it is cheap, and as a `longRead` when it proves not to be.
   */
  unbounded(visitor: Visitor): Queries
  /**
   * Runs reads that may take seconds where nothing else waits for them, one piece of `work` of a visitor after the
   * other. `work` may run again after a connection was lost. Its statements are cancelled when the visitor is gone.
   * @throws `busy` when too much waits, or when it waits or runs too long.
   */
  longRead<T>(visitor: Visitor, work: (db: Queries) => Promise<T>): Promise<T>
  /** Tests and the bench measure differences. */
  readonly longReads: LongReadCounts
  /**
   * Statements executed so far, on every connection, without those that only begin, end or nest transactions:
   * tests and the bench measure differences.
   */
  readonly queries: number
  /**
   * Runs `work` in one transaction. Resolves only when the change is durable (on disk for SQLite,
   * acknowledged by the server for PostgreSQL). Rejects, with everything rolled back, when `work` throws,
   * and also when a statement failed and `work` went on regardless (use `savepoint` to survive a failure).
   * Inside `work` await nothing but the database, through the `db` it is given: on SQLite all writers share
   * one connection, and transactions that wait at the same time may be committed as a group. On PostgreSQL
   * `work` runs again after a deadlock or a serialization failure. A transaction inside another is an error.
   */
  transaction<T>(work: (db: Queries) => Promise<T>): Promise<T>
  /**
   * Runs `work` so that its failure undoes only its own changes; `db` is the one a transaction was given.
   * Savepoints nest, but two of one transaction must not run at the same time.
   */
  savepoint<T>(db: Queries, work: () => Promise<T>): Promise<T>
  /**
   * Has `listener` told what each transaction of this process has changed, when it is durable; the transaction resolves
   * afterwards. It must not throw.
   */
  onChange(listener: ChangeListener): void
  /** Finishes queued transactions, then closes every connection. */
  close(): Promise<void>
}

/** What a database is told besides where it is. */
export interface DatabaseSettings {
  /** Stands in for the clock of the database; tests set it. */
  now?: () => Date
  /** For reads whose cost the request decides, where they differ from `defaultReadLimits`. */
  readLimits?: Partial<ReadLimits>
}

/** How many long reads there are. */
export interface LongReadCounts {
  /** Begun so far. */
  readonly begun: number
  /** Waiting for their turn at the moment. */
  readonly waiting: number
}

/** All that differs between the databases. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column types and definitions for migrations. */
  readonly types: ColumnTypes
  /**
   * `column in (ids)` as one bound value, so that the statement's text does not depend on the number of ids. An
   * expression stands for a value made by `idList`.
   */
  idIn(
    column: Expression<number | null> | RawBuilder<number | null>,
    ids: readonly number[] | Expression<unknown>,
  ): Expression<SqlBool>
  /** The value that `idIn` binds. */
  idList(ids: readonly number[]): unknown
  /** A column without its indexes: for conditions that nearly every row meets, which SQLite would look up there. */
  unindexed<T>(column: Expression<T>): Expression<T>
  /** Suffix that locks the selected rows until the transaction ends; nothing where writers are queued anyway. */
  readonly forUpdate: RawBuilder<unknown>
  /** Whether rows can be locked. Not where writers are queued anyway: who would only lock need not ask. */
  readonly locksRows: boolean
  /** As `forUpdate`, leaving out rows that somebody else has locked. */
  readonly forUpdateOfFree: RawBuilder<unknown>
  /** Makes other transactions that ask for the same name wait until this one ends. */
  lock(db: Queries, name: string): Promise<void>
  /** Whether rows without a value come first in an index unless it says otherwise. */
  readonly putsNullsFirst: boolean
  /**
   * Whether the parts of a union that is ordered as a whole are to be ordered and cut off by themselves, so that they
   * are merged. Elsewhere the database sees by itself that indexes have the order, and sorts what was cut off before.
   */
  readonly cutsPartsOfUnions: boolean
  readonly fullText: FullText
  /**
   * The violated unique index's name, if `error` is a unique violation. Indexes that were not given a name are
   * called `<table>_pkey` and `<table>_<columns>_key` on both databases.
   */
  uniqueViolation(error: unknown): string | undefined
  /** Whether `error` is a broken foreign key. */
  isForeignKeyViolation(error: unknown): boolean
}

export interface ColumnTypes {
  /** Integer primary key that is never handed out twice, as a definition: `id integer primary key …`. */
  readonly id: RawBuilder<unknown>
  readonly integer: RawBuilder<unknown>
  /**
   * `true` and `false` in TypeScript. On SQLite this holds for columns, also through joins, subqueries and
   * `returning`; a computed condition comes back as 1 or 0 there, so let TypeScript compute conditions.
   */
  readonly boolean: RawBuilder<unknown>
  /** ISO 8601 UTC with milliseconds in TypeScript (`2024-01-02T03:04:05.678Z`), also when it is written. */
  readonly timestamp: RawBuilder<unknown>
  /** Ordered and compared by code point on both databases. */
  readonly text: RawBuilder<unknown>
}
