import { recordConfigurationChange } from '../../infrastructure/configuration.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { AuditChange } from '../audit/changes.ts'
import { writeAuditEntry } from '../audit/write-entry.ts'
import { refuseByRules } from './rules.ts'
import { withWelcome } from './welcome.ts'

/**
 * Stores settings as texts, with an entry in the audit log; the forum reloads its settings after commit. `check` runs
 * before, while no other change of settings can happen.
 * @throws 422 for settings that do not go together.
 */
export async function writeSettings(
  context: WriteContext,
  sent: Readonly<Record<string, string | null>>,
  check?: (db: Queries) => Promise<void>,
): Promise<void> {
  const values = withWelcome(context.forum, sent)
  const changedIn = await recordConfigurationChange(context.db)
  await check?.(context.db)
  await refuseByRules(context, values)
  const changes = await changesOf(context.db, values)
  await upsert(context.db, values, changedIn)
  if (Object.keys(changes).length > 0) await writeAuditEntry(context, 'settings.changed', { changes })
  context.afterCommit(() => context.forum.reload())
}

/** Compares settings with the stored ones. */
async function changesOf(
  db: Queries,
  values: Readonly<Record<string, string | null>>,
): Promise<Record<string, AuditChange<string>>> {
  const stored = new Map<string, string | null>()
  const keys = Object.keys(values)
  for (let start = 0; start < keys.length; start += batchSize) {
    const rows = await db
      .selectFrom('settings')
      .selectAll()
      .where('key', 'in', keys.slice(start, start + batchSize))
      .execute()
    for (const { key, value } of rows) stored.set(key, value)
  }
  const changed = Object.entries(values).filter(([key, value]) => (stored.get(key) ?? null) !== value)
  return Object.fromEntries(changed.map(([key, value]) => [key, [stored.get(key) ?? null, value]]))
}

/** As `writeSettings`, but without an entry, and the caller reloads the forum's settings. */
export async function storeSettings(
  db: Queries,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  await upsert(db, values, await recordConfigurationChange(db))
}

async function upsert(
  db: Queries,
  values: Readonly<Record<string, string | null>>,
  changed_in: number,
): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value, changed_in }))
  for (let start = 0; start < rows.length; start += batchSize) {
    await db
      .insertInto('settings')
      .values(rows.slice(start, start + batchSize))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({
          value: eb.ref('excluded.value'),
          changed_in: eb.ref('excluded.changed_in'),
        })),
      )
      .execute()
  }
}

const batchSize = 500

/** Whether the database is reachable and migrated. */
export async function canReadSettings({ read }: Pick<Database, 'read'>): Promise<boolean> {
  try {
    await read.selectFrom('settings').select('key').limit(1).execute()
    return true
  } catch {
    return false
  }
}
