import { recordConfigurationChange } from '../../infrastructure/configuration.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import type { WriteContext } from '../../points/context/context.ts'

/** Stores settings as texts; the forum reloads its settings after commit. */
export async function writeSettings(
  context: WriteContext,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  await storeSettings(context.db, values)
  context.afterCommit(() => context.forum.reload())
}

/** As `writeSettings`, but the caller reloads the forum's settings. */
export async function storeSettings(
  db: Queries,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  await recordConfigurationChange(db)
  const rows = Object.entries(values).map(([key, value]) => ({ key, value }))
  for (let start = 0; start < rows.length; start += batchSize) {
    await db
      .insertInto('settings')
      .values(rows.slice(start, start + batchSize))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      )
      .execute()
  }
}

const batchSize = 500
