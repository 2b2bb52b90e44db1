import type { Database } from '../infrastructure/db/database.ts'
import {
  type MigrationProgress,
  migrate,
  pendingMigrations,
} from '../infrastructure/db/migrations/migrate.ts'
import { ExtensionError } from '../infrastructure/errors.ts'
import type { Log } from '../points/context/context.ts'
import type { InstalledExtension, OrderedExtension } from '../points/extension.ts'
import type { Points } from '../points/extension-point.ts'
import { orderExtensions, resolveDeclarations } from '../points/order-extensions.ts'
import { combinePoints } from '../points/points.ts'

/** An extension that failed to be enabled, reported to administrators. */
export interface ExtensionFault {
  id: string
  reason: string
}

/** The extensions that work, and their declarations combined with the core's. */
export interface ChosenExtensions {
  enabled: readonly InstalledExtension[]
  points: Points
  faults: readonly ExtensionFault[]
}

/**
 * Combines the core's features with the requested extensions and migrates the schema. Throws a fault of the core or of
 * a first-party extension; omits and reports a third-party extension that fails.
 */
export async function chooseExtensions(
  features: readonly OrderedExtension[],
  requested: readonly InstalledExtension[],
  database: Database,
  log: Log,
  onMigration?: MigrationProgress,
): Promise<ChosenExtensions> {
  const faults: ExtensionFault[] = []
  let remaining = requested
  for (;;) {
    try {
      const enabled = orderExtensions(remaining)
      const points = combinePoints([...features, ...(await resolveDeclarations(enabled))])
      await migrateSchema(database, points, onMigration)
      return { enabled, points, faults }
    } catch (error) {
      const id = error instanceof ExtensionError ? error.owner.split('+')[0] : undefined
      if (id === undefined || !remaining.some((extension) => extension.id === id && extension.isThirdParty))
        throw error
      const reason = error instanceof Error ? error.message : String(error)
      log.error({ err: error, extension: id }, 'An extension failed and is not enabled')
      faults.push({ id, reason })
      remaining = remaining.filter((extension) => extension.id !== id)
    }
  }
}

async function migrateSchema(
  database: Database,
  points: Points,
  onMigration: MigrationProgress | undefined,
): Promise<void> {
  try {
    await migrate(database, points.migrations, onMigration)
  } catch (error) {
    // Migrations run in order, so the first one that is still pending is the one that failed.
    const [failed] = await pendingMigrations(database, points.migrations)
    if (!failed) throw error
    const { owner, name } = failed
    throw new ExtensionError(owner, `migrations › ${name}`, reasonOf(error), { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}
