import { hiddenTypes } from '../../features/extensions/additions.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import {
  type MigrationProgress,
  migrate,
  pendingMigrations,
} from '../../infrastructure/db/migrations/migrate.ts'
import { ExtensionError } from '../../infrastructure/errors.ts'
import { withinTime } from '../../infrastructure/within-time.ts'
import type { ExtensionFault, Log } from '../../points/context/context.ts'
import type { Extension, InstalledExtension, OrderedExtension } from '../../points/extension.ts'
import type { Points } from '../../points/extension-point.ts'
import type { ExtensionHealth } from '../../points/health/extension-health.ts'
import { measureDeclaration } from '../../points/health/measure.ts'
import { orderExtensions, resolveDeclarations } from '../../points/order-extensions.ts'
import { combinePoints } from '../../points/points.ts'
import { checkStoredParts } from './check-stored-parts.ts'

/** The extensions that work, and their declarations combined with the core's. */
export interface ChosenExtensions {
  enabled: readonly InstalledExtension[]
  points: Points
  faults: readonly ExtensionFault[]
}

interface Choice {
  features: readonly OrderedExtension[]
  requested: readonly InstalledExtension[]
  database: Database
  health: ExtensionHealth
  log: Log
  onMigration?: MigrationProgress | undefined
}

/** The longest time of one migration of a third-party extension. */
const migrationTimeoutMs = 10 * 60_000

/**
 * Combines the core's features with the requested extensions and migrates the schema. Throws a fault of the core or of
 * a first-party extension; omits and reports a third-party extension that fails.
 */
export async function chooseExtensions(choice: Choice): Promise<ChosenExtensions> {
  const { features, requested, database, health, log, onMigration } = choice
  const faults: ExtensionFault[] = []
  const report = (extension: InstalledExtension, reason: string, err?: unknown) => {
    log.error({ err, extension: extension.id, reason }, 'An extension failed and is not enabled')
    faults.push({ id: extension.id, reason, mayHide: mayHide(extension, requested) })
  }
  for (const extension of requested) if (extension.fault !== undefined) report(extension, extension.fault)
  let remaining = requested.filter(({ fault }) => fault === undefined)
  for (;;) {
    try {
      const enabled = orderExtensions(remaining)
      const declarations = (await resolveDeclarations(enabled)).map((declared) => ({
        id: declared.id,
        declaration: measureDeclaration(withTimeLimits(declared, enabled), health),
      }))
      const points = combinePoints([...features, ...declarations])
      await migrateSchema(database, points, onMigration)
      await checkStoredParts(database, points)
      return { enabled, points, faults }
    } catch (error) {
      const id = error instanceof ExtensionError ? error.owner.split('+')[0] : undefined
      const failed = remaining.find((extension) => extension.id === id && extension.isThirdParty)
      if (!failed) throw error
      report(failed, error instanceof Error ? error.message : String(error), error)
      remaining = remaining.filter((extension) => extension !== failed)
    }
  }
}

/**
 * Whether visitors may see what an extension would hide if the forum runs without it. Rows that it marks as private stay
 * hidden, but it may also decide by policies, or restrict accounts; of code that is not loaded nothing is known. Its parts
 * for others, and the parts of others for it, are not loaded then either.
 */
function mayHide(failed: InstalledExtension, requested: readonly InstalledExtension[]): boolean {
  const { declaration, fault } = failed
  const { restrictions = {} } = declaration
  return (
    fault !== undefined ||
    hiddenTypes(declaration).length > 0 ||
    Object.keys(restrictions).length > 0 ||
    requested.some((other) => hasPartFor(failed, other) || hasPartFor(other, failed))
  )
}

function hasPartFor({ declaration: { when = {} } }: InstalledExtension, { id }: InstalledExtension): boolean {
  return Object.hasOwn(when, id)
}

/** Limits the time of the migrations of a third-party extension: one that hangs is rolled back. */
function withTimeLimits(
  { id, declaration }: OrderedExtension,
  enabled: readonly InstalledExtension[],
): OrderedExtension {
  const owner = id.split('+')[0]
  if (!declaration.migrations || !enabled.some((each) => each.id === owner && each.isThirdParty)) {
    return { id, declaration }
  }
  const limited = Object.entries(declaration.migrations).map(([name, migration]) => [
    name,
    {
      ...migration,
      up: (context: Parameters<typeof migration.up>[0]) =>
        withinTime(migration.up(context), migrationTimeoutMs),
    },
  ])
  return {
    id,
    declaration: {
      ...declaration,
      migrations: Object.fromEntries(limited) as NonNullable<Extension['migrations']>,
    },
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
