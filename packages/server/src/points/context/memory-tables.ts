import { createHash } from 'node:crypto'
import { recordConfigurationChange } from '../../infrastructure/configuration.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { conflict, ExtensionError } from '../../infrastructure/errors.ts'
import type { MemoryTableValues } from '../access/memory-tables.ts'
import type { Points } from '../extension-point.ts'
import { translatorOf, type WriteContext } from './context.ts'

/** The tables that extensions keep in memory. */
export class MemoryTables {
  readonly #declared: Points['memoryTables']
  #values: ReadonlyMap<string, unknown> = new Map()
  #digests: readonly string[] = []

  constructor(declared: Points['memoryTables']) {
    this.#declared = declared
  }

  /** Returns the value of a table. */
  get<Name extends keyof MemoryTableValues>(name: Name): MemoryTableValues[Name] {
    if (!this.#values.has(name)) throw new Error(`No table '${name}' is in memory`)
    return this.#values.get(name) as MemoryTableValues[Name]
  }

  /** A digest of the rows of each table. */
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
    for (const [name, { owner, table, maximum, shape }] of this.#declared) {
      try {
        const rows = await db
          .selectFrom(table)
          .selectAll()
          .orderBy('id')
          .limit(maximum + 1)
          .execute()
        if (rows.length > maximum) throw new Error(`has more than ${maximum} rows`)
        digests.push(createHash('sha256').update(JSON.stringify(rows)).digest('base64url'))
        values.set(name, shape(rows))
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

/**
 * Makes every process load a table in memory again: this one before the change is answered, others within about a second.
 * Call it in the transaction, after the change. Throws 409 if the table has more rows than it may have.
 */
export async function memoryTableChanged(
  context: WriteContext,
  name: keyof MemoryTableValues,
): Promise<void> {
  const { db, forum } = context
  const declared = forum.points.memoryTables.get(name)
  if (!declared) throw new Error(`No table '${name}' is in memory`)
  // Its lock makes such changes wait for each other, so that together they do not exceed the maximum.
  await recordConfigurationChange(db)
  const beyond = await db
    .selectFrom(declared.table)
    .select('id')
    .offset(declared.maximum)
    .limit(1)
    .executeTakeFirst()
  if (beyond) {
    const detail = translatorOf(context)('core.api.table_full_message', { maximum: declared.maximum })
    throw conflict({ problems: [{ detail }] })
  }
  context.afterCommit(() => forum.reload())
}
