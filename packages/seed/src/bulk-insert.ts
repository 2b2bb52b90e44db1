import type { Queries, Tables } from '@parley/server'
import { CompiledQuery } from 'kysely'

type Value = string | number | boolean | null

const rowsPerStatement = 100

/** Inserts many rows of one table, a hundred per statement; caches the compiled statements. */
export class BulkInsert<Row extends { [Column in keyof Row]: Value }> {
  readonly #table: keyof Tables & string
  readonly #columns: readonly (keyof Row & string)[]
  readonly #statements = new Map<number, string>()
  #rows: Row[] = []

  constructor(table: keyof Tables & string, columns: readonly (keyof Row & string)[]) {
    this.#table = table
    this.#columns = columns
  }

  add(row: Row): void {
    this.#rows.push(row)
  }

  /** Number of pending rows. */
  get size(): number {
    return this.#rows.length
  }

  /** Inserts all pending rows. */
  async flush(db: Queries): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      const batch = rows.slice(start, start + rowsPerStatement)
      const values: Value[] = []
      for (const row of batch) for (const column of this.#columns) values.push(row[column] ?? null)
      await db.executeQuery(CompiledQuery.raw(this.#statementFor(db, batch), values))
    }
  }

  #statementFor(db: Queries, rows: readonly Row[]): string {
    const cached = this.#statements.get(rows.length)
    if (cached !== undefined) return cached
    const values = rows.map((row) =>
      Object.fromEntries(this.#columns.map((column) => [column, row[column] ?? null])),
    )
    const { sql } = db
      .insertInto(this.#table)
      .values(values as never)
      .compile()
    this.#statements.set(rows.length, sql)
    return sql
  }
}
