import type { WriteContext } from '../context.ts'
import type { Queries } from '../db/tables.ts'

/** Stores settings as texts; the forum reads them anew when the change is durable. */
export async function writeSettings(
  context: WriteContext,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  await storeSettings(context.db, values)
  context.afterCommit(() => context.forum.reload())
}

/** As `writeSettings`, for those who have the forum read them anew themselves. */
export async function storeSettings(
  db: Queries,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    await db
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  }
}
