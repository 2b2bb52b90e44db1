import type { Database } from '../../infrastructure/db/database.ts'
import { ExtensionError } from '../../infrastructure/errors.ts'
import { MemoryTables } from '../../points/context/memory-tables.ts'
import type { Points } from '../../points/extension-point.ts'

/**
 * Reads once what every actor and every reload of the configuration reads for extensions. Throws the fault of the one that
 * declares what the database lacks: the forum could not answer any request.
 */
export async function checkStoredParts(
  { read }: Database,
  { accounts, memoryTables }: Points,
): Promise<void> {
  for (const [column, owner] of accounts.columns) {
    try {
      await read.selectFrom('users').select(column).limit(1).execute()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new ExtensionError(owner, `accountColumns › ${column}`, reason, { cause: error })
    }
  }
  await new MemoryTables(memoryTables).read(read)
}
