import { createHash } from 'node:crypto'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { MemoryTableValues, TablesInMemory } from '../access/memory-tables.ts'
import type { Points } from '../extension-point.ts'

/** The tables that extensions keep in memory. */
export class MemoryTables implements TablesInMemory {
  readonly #declared: Points['memoryTables']
  #values: ReadonlyMap<string, unknown> = new Map()
  #digests: readonly string[] = []

  constructor(declared: Points['memoryTables']) {
    this.#declared = declared
  }

  get<Name extends keyof MemoryTableValues>(name: Name): MemoryTableValues[Name] {
    if (!this.#values.has(name)) throw new Error(`No table '${name}' is in memory`)
    return this.#values.get(name) as MemoryTableValues[Name]
  }

  get digests(): readonly string[] {
    return this.#digests
  }

  /**
   * Reads all tables; returns a function that puts them in place at once. Throws `ExtensionError` for a table that is
   * missing or has too many rows, and keeps what is in memory.
   */
  async read(db: Queries): Promise<() => void> {
    const values = new Map<string, unknown>()
    const digests: string[] = []
    for (const [name, { owner, table, columns, maximum, shape }] of this.#declared) {
      try {
        const all = db
          .selectFrom(table)
          .orderBy('id')
          .limit(maximum + 1)
        const rows = await (columns ? all.select(columns) : all.selectAll()).execute()
        if (rows.length > maximum) throw new Error(`has more than ${maximum} rows`)
        digests.push(createHash('sha256').update(JSON.stringify(rows)).digest('base64url'))
        values.set(name, shape(rows as never))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new ExtensionError(owner, `memoryTables › ${name}`, reason, { cause: error })
      }
    }
    return () => {
      this.#values = values
      this.#digests = digests
    }
  }
}
