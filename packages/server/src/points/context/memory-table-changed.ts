import { recordConfigurationChange } from '../../infrastructure/configuration.ts'
import { conflict } from '../../infrastructure/errors.ts'
import type { MemoryTableValues } from '../access/memory-tables.ts'
import { translatorOf, type WriteContext } from './context.ts'

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
