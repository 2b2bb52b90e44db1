import type { Kysely } from 'kysely'

/**
 * Every table of the forum, by SQL name. Features and extensions add theirs:
 * `declare module '…' { interface Tables { discussions: DiscussionTable } }`.
 */
export interface Tables {
  migrations: MigrationTable
}

/** Which migrations have run; one row each. */
export interface MigrationTable {
  /** Feature or extension that owns the migration. */
  owner: string
  name: string
  ran_at: string
}

/** The query builder: reads committed data outside a transaction, and the transaction's own view inside one. */
export type Queries = Kysely<Tables>
