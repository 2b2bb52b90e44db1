import type { Database } from '../infrastructure/db/database.ts'
import {
  type MigrationProgress,
  migrate,
  pendingMigrations,
} from '../infrastructure/db/migrations/migrate.ts'
import { ExtensionError } from '../infrastructure/errors.ts'
import type { Log } from '../points/context/context.ts'
import type { InstalledExtension, OrderedExtension } from '../points/extension.ts'
import { orderExtensions, resolveDeclarations } from '../points/order-extensions.ts'
import { combinePoints } from '../points/points.ts'
import type { Points } from '../points/extension-point.ts'

/** An extension that should be enabled but cannot be: administrators are told. */
export interface ExtensionFault {
  id: string
  reason: string
}

/** The extensions in effect and what they and the core declare together. */
export interface ChosenExtensions {
  enabled: readonly InstalledExtension[]
  points: Points
  faults: readonly ExtensionFault[]
}

/**
 * Puts the core's features and the wanted extensions together and brings the schema up to date. A fault of the
 * core's or of a first-party extension is thrown; a third-party extension that fails is left out, and reported.
 */
export async function chooseExtensions(
  features: readonly OrderedExtension[],
  wanted: readonly InstalledExtension[],
  database: Database,
  log: Log,
  onMigration?: MigrationProgress,
): Promise<ChosenExtensions> {
  const faults: ExtensionFault[] = []
  let left = wanted
  for (;;) {
    try {
      const enabled = orderExtensions(left)
      const points = combinePoints([...features, ...(await resolveDeclarations(enabled))])
      await bringUpToDate(database, points, onMigration)
      return { enabled, points, faults }
    } catch (error) {
      const id = error instanceof ExtensionError ? error.owner.split('+')[0] : undefined
      if (id === undefined || !left.some((extension) => extension.id === id && extension.isThirdParty))
        throw error
      const reason = error instanceof Error ? error.message : String(error)
      log.error({ err: error, extension: id }, 'An extension failed and was left out')
      faults.push({ id, reason })
      left = left.filter((extension) => extension.id !== id)
    }
  }
}

async function bringUpToDate(
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
