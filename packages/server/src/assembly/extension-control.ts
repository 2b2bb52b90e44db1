import { recordConfigurationChange } from '../infrastructure/configuration.ts'
import type { Database } from '../infrastructure/db/database.ts'
import { rollback } from '../infrastructure/db/migrations/migrate.ts'
import {
  circularDependencies,
  dependentExtensions,
  ExtensionError,
  extensionFailed,
  type ForumError,
  missingDependencies,
  notFound,
  permissionDenied,
} from '../infrastructure/errors.ts'
import { loadTranslations } from '../infrastructure/translations.ts'
import type { Extensions } from '../points/context/context.ts'
import type { InstalledExtension, OrderedExtension } from '../points/extension.ts'
import { resolveDeclarations } from '../points/order-extensions.ts'

/** Parts of a running forum that are needed to change the enabled extensions. */
export interface ControlHost {
  readonly installed: readonly InstalledExtension[]
  readonly database: Database
  enabled(): readonly string[]
  /** The forum's default language. */
  locale(): string
  translate(key: string, params: Record<string, unknown>): string
  /** Runs `work` after all earlier changes of the extensions, including those by other processes. */
  runExclusively(work: () => Promise<void>): Promise<void>
  /** Activates a new build with exactly these extensions, or with the stored selection. */
  replaceBuild(ids?: readonly string[]): Promise<void>
  /** Reloads settings and permissions. */
  reload(): Promise<void>
}

/**
 * Implements `Forum.extensions`. `getHost` returns the forum that runs: every build has this control, and the first build
 * is made before the forum runs.
 */
export function createExtensionControl(
  installed: readonly InstalledExtension[],
  getHost: () => ControlHost,
): Extensions {
  const run = (work: (host: ControlHost) => Promise<void>) => {
    const host = getHost()
    return host.runExclusively(() => work(host))
  }
  return {
    installed,
    get enabled() {
      return getHost().enabled()
    },
    enable: (id) =>
      run(async (host) => {
        const extension = findInstalled(host, id) ?? throwNotFound()
        if (isEnabled(host, id)) return
        refuseCircularDependencies(host, extension)
        refuseMissingDependencies(host, extension)
        await change(host, [...host.enabled(), id])
      }),
    disable: (id) =>
      run(async (host) => {
        const extension = findInstalled(host, id) ?? throwNotFound()
        if (isEnabled(host, id)) await disable(host, extension)
      }),
    purge: (id) =>
      run(async (host) => {
        const extension = findInstalled(host, id)
        if (!extension) return
        if (isEnabled(host, id)) await disable(host, extension)
        await rollBackExtension(host, extension)
      }),
    rebuild: () => run((host) => host.replaceBuild()),
  }
}

function isEnabled(host: ControlHost, id: string): boolean {
  return host.enabled().includes(id)
}

async function disable(host: ControlHost, extension: InstalledExtension): Promise<void> {
  refuseWhileRequired(host, extension)
  await refuseDefaultLanguage(host, extension)
  await change(
    host,
    host.enabled().filter((id) => id !== extension.id),
  )
}

function findInstalled({ installed }: ControlHost, id: string): InstalledExtension | undefined {
  return installed.find((extension) => extension.id === id)
}

function throwNotFound(): never {
  throw notFound()
}

function titleOf(host: ControlHost, id: string): string {
  return findInstalled(host, id)?.title ?? id
}

/** Refuses an extension whose requirements, enabled or not, include itself. */
function refuseCircularDependencies(host: ControlHost, extension: InstalledExtension): void {
  const cycle = findPath(host, extension, extension.id, new Set())
  if (!cycle) return
  const extensions = cycle.map((id) => titleOf(host, id))
  throw refusal(host, circularDependencies, 'circular', { extensions })
}

/** Ids on a path along requirements from an extension to `goal`; undefined if there is none. */
function findPath(
  host: ControlHost,
  { id, requires = [] }: InstalledExtension,
  goal: string,
  seen: Set<string>,
): string[] | undefined {
  if (requires.includes(goal)) return [id]
  for (const next of requires.filter((required) => !seen.has(required))) {
    seen.add(next)
    const extension = findInstalled(host, next)
    const path = extension && findPath(host, extension, goal, seen)
    if (path) return [id, ...path]
  }
  return undefined
}

function refuseMissingDependencies(host: ControlHost, { title, requires = [] }: InstalledExtension): void {
  const missingIds = requires.filter((id) => !host.enabled().includes(id))
  if (missingIds.length === 0) return
  const extensions = missingIds.map((id) => titleOf(host, id))
  throw refusal(host, missingDependencies, 'missing', { extension: title, extensions })
}

function refuseWhileRequired(host: ControlHost, { id, title }: InstalledExtension): void {
  const dependents = host.installed.filter(
    (other) => other.requires?.includes(id) && host.enabled().includes(other.id),
  )
  if (dependents.length === 0) return
  const extensions = dependents.map((other) => other.title)
  throw refusal(host, dependentExtensions, 'dependent', { extension: title, extensions })
}

const messageKeys = {
  circular: 'core.lib.error.circular_dependencies_message',
  dependent: 'core.lib.error.dependent_extensions_message',
  missing: 'core.lib.error.missing_dependencies_message',
} as const

/** An error with the titles of the extensions concerned (api-core 1.4). */
function refusal(
  host: ControlHost,
  error: typeof missingDependencies,
  kind: keyof typeof messageKeys,
  members: { extension?: string; extensions: readonly string[] },
): ForumError {
  const params = { ...members, extensions: members.extensions.join(', ') }
  return error({ problems: [{ detail: host.translate(messageKeys[kind], params), members }] })
}

/** Refuses to disable the extension that has the texts of the default language. */
async function refuseDefaultLanguage(host: ControlHost, { id }: InstalledExtension): Promise<void> {
  const others = host.installed.filter((other) => other.id !== id && host.enabled().includes(other.id))
  const folders = others.flatMap(({ folder }) => (folder === undefined ? [] : [`${folder}/locale`]))
  const { locales } = await loadTranslations(folders)
  if (!locales.has(host.locale())) throw permissionDenied()
}

async function change(host: ControlHost, ids: readonly string[]): Promise<void> {
  await explainFaults(() => host.replaceBuild(ids))
}

/** Reports faults of an extension to the administrator who toggles it. */
async function explainFaults<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ExtensionError)) throw error
    throw extensionFailed({ problems: [{ detail: error.message }] })
  }
}

/** Rolls back the migrations of an extension and deletes the grants of its permissions. */
async function rollBackExtension(host: ControlHost, extension: InstalledExtension): Promise<void> {
  const { database } = host
  const parts = await explainFaults(() => declarationsOf(extension, host.installed))
  const owned = parts.map(({ id, declaration }) => ({ owner: id, migrations: declaration.migrations ?? {} }))
  await rollback(database, owned)
  const permissions = parts.flatMap(({ declaration }) => Object.keys(declaration.permissions ?? {}))
  await database.transaction(async (db) => {
    await recordConfigurationChange(db)
    for (const permission of permissions) {
      await db.deleteFrom('known_permissions').where('permission', '=', permission).execute()
      await db.deleteFrom('group_permission').where('permission', '=', permission).execute()
    }
  })
  await host.reload()
}

/** The declaration of an extension, and its conditional parts for all other installed extensions. */
async function declarationsOf(
  extension: InstalledExtension,
  installed: readonly InstalledExtension[],
): Promise<OrderedExtension[]> {
  const others = installed
    .filter(({ id }) => id !== extension.id)
    .map((other) => ({ ...other, declaration: {} }))
  const all = await resolveDeclarations([extension, ...others])
  return all.filter(({ id }) => id.split('+', 1)[0] === extension.id)
}
