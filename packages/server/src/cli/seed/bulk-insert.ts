import { CompiledQuery } from 'kysely'
import type { Queries, Tables } from '../../infrastructure/db/tables.ts'

type Value = string | number | boolean | null

const rowsPerStatement = 100

/** Inserts many rows of one table, a hundred in each statement, whose text is made only once. */
export class BulkInsert<Row extends { [Column in keyof Row]: Value }> {
  readonly #table: keyof Tables & string
  readonly #columns: readonly (keyof Row & string)[]
  readonly #texts = new Map<number, string>()
  #rows: Row[] = []

  constructor(table: keyof Tables & string, columns: readonly (keyof Row & string)[]) {
    this.#table = table
    this.#columns = columns
  }

  add(row: Row): void {
    this.#rows.push(row)
  }

  /** Rows that wait. */
  get size(): number {
    return this.#rows.length
  }

  /** Writes all rows that wait. */
  async flush(db: Queries): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      const part = rows.slice(start, start + rowsPerStatement)
      const values: Value[] = []
      for (const row of part) for (const column of this.#columns) values.push(row[column] ?? null)
      await db.executeQuery(CompiledQuery.raw(this.#textFor(db, part), values))
    }
  }

  #textFor(db: Queries, rows: readonly Row[]): string {
    const known = this.#texts.get(rows.length)
    if (known !== undefined) return known
    const values = rows.map((row) =>
      Object.fromEntries(this.#columns.map((column) => [column, row[column] ?? null])),
    )
    const { sql } = db
      .insertInto(this.#table)
      .values(values as never)
      .compile()
    this.#texts.set(rows.length, sql)
    return sql
  }
}
