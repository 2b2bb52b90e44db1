import { noteConfigurationChange } from '../infrastructure/configuration.ts'
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

/** What changing the enabled extensions needs of a running forum. */
export interface ControlHost {
  readonly installed: readonly InstalledExtension[]
  readonly database: Database
  enabled(): readonly string[]
  /** The language of the forum, and texts in it. */
  locale(): string
  translate(key: string, params: Record<string, unknown>): string
  /** Runs `work` when no other change of the extensions is under way, here or just made by another process. */
  inTurn(work: () => Promise<void>): Promise<void>
  /** Puts exactly these in effect, or everything together anew. */
  swap(ids?: readonly string[]): Promise<void>
  /** Reads settings and permissions anew. */
  reload(): Promise<void>
}

/** `Forum.extensions` over a running forum. */
export function createExtensionControl(host: ControlHost): Extensions {
  const isEnabled = (id: string) => host.enabled().includes(id)
  const disable = async (extension: InstalledExtension) => {
    refuseWhileRequired(host, extension)
    await refuseOnlyLanguage(host, extension)
    await change(
      host,
      host.enabled().filter((id) => id !== extension.id),
    )
  }
  return {
    installed: host.installed,
    get enabled() {
      return host.enabled()
    },
    enable: (id) =>
      host.inTurn(async () => {
        const extension = findInstalled(host, id) ?? missing()
        if (isEnabled(id)) return
        refuseCircle(host, extension)
        refuseUnsupported(host, extension)
        await change(host, [...host.enabled(), id])
      }),
    disable: (id) =>
      host.inTurn(async () => {
        const extension = findInstalled(host, id) ?? missing()
        if (isEnabled(id)) await disable(extension)
      }),
    purge: (id) =>
      host.inTurn(async () => {
        const extension = findInstalled(host, id)
        if (!extension) return
        if (isEnabled(id)) await disable(extension)
        await takeBack(host, extension)
      }),
    rebuild: () => host.inTurn(() => host.swap()),
  }
}

function findInstalled({ installed }: ControlHost, id: string): InstalledExtension | undefined {
  return installed.find((extension) => extension.id === id)
}

function missing(): never {
  throw notFound()
}

function titleOf(host: ControlHost, id: string): string {
  return findInstalled(host, id)?.title ?? id
}

/** Everything an extension needs, enabled or not, may not need it in turn: nothing could ever come first. */
function refuseCircle(host: ControlHost, extension: InstalledExtension): void {
  const circle = wayBack(host, extension, extension.id, new Set())
  if (!circle) return
  const extensions = circle.map((id) => titleOf(host, id))
  throw refusal(host, circularDependencies, 'circular', { extensions })
}

/** Ids on the way along requirements from an extension to `goal`; undefined when there is none. */
function wayBack(
  host: ControlHost,
  { id, requires = [] }: InstalledExtension,
  goal: string,
  seen: Set<string>,
): string[] | undefined {
  if (requires.includes(goal)) return [id]
  for (const next of requires.filter((required) => !seen.has(required))) {
    seen.add(next)
    const extension = findInstalled(host, next)
    const way = extension && wayBack(host, extension, goal, seen)
    if (way) return [id, ...way]
  }
  return undefined
}

function refuseUnsupported(host: ControlHost, { title, requires = [] }: InstalledExtension): void {
  const lacking = requires.filter((id) => !host.enabled().includes(id))
  if (lacking.length === 0) return
  const extensions = lacking.map((id) => titleOf(host, id))
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

const textOf = {
  circular: 'core.lib.error.circular_dependencies_message',
  dependent: 'core.lib.error.dependent_extensions_message',
  missing: 'core.lib.error.missing_dependencies_message',
} as const

/** An error document's error with the titles of those concerned (api-core 1.4). */
function refusal(
  host: ControlHost,
  error: typeof missingDependencies,
  kind: keyof typeof textOf,
  members: { extension?: string; extensions: readonly string[] },
): ForumError {
  const params = { ...members, extensions: members.extensions.join(', ') }
  return error({ problems: [{ detail: host.translate(textOf[kind], params), members }] })
}

/** The forum keeps the texts of its default language. */
async function refuseOnlyLanguage(host: ControlHost, { id }: InstalledExtension): Promise<void> {
  const others = host.installed.filter((other) => other.id !== id && host.enabled().includes(other.id))
  const folders = others.flatMap(({ folder }) => (folder === undefined ? [] : [`${folder}/locale`]))
  const { locales } = await loadTranslations(folders)
  if (!locales.has(host.locale())) throw permissionDenied()
}

async function change(host: ControlHost, ids: readonly string[]): Promise<void> {
  await withExplainedFaults(() => host.swap(ids))
}

/** What goes wrong inside an extension is told to the administrator who toggles it. */
async function withExplainedFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ExtensionError)) throw error
    throw extensionFailed({ problems: [{ detail: error.message }] })
  }
}

/** Takes back what an extension stored: its schema, and who holds its permissions. */
async function takeBack(host: ControlHost, extension: InstalledExtension): Promise<void> {
  const { database } = host
  const parts = await withExplainedFaults(() => everyPart(extension, host.installed))
  const owned = parts.map(({ id, declaration }) => ({ owner: id, migrations: declaration.migrations ?? {} }))
  await rollback(database, owned)
  const permissions = parts.flatMap(({ declaration }) => Object.keys(declaration.permissions ?? {}))
  await database.transaction(async (db) => {
    await noteConfigurationChange(db)
    for (const permission of permissions) {
      await db.deleteFrom('known_permissions').where('permission', '=', permission).execute()
      await db.deleteFrom('group_permission').where('permission', '=', permission).execute()
    }
  })
  await host.reload()
}

/** The declaration of an extension with its parts for every other one that is installed. */
async function everyPart(
  extension: InstalledExtension,
  installed: readonly InstalledExtension[],
): Promise<OrderedExtension[]> {
  const others = installed
    .filter(({ id }) => id !== extension.id)
    .map((other) => ({ ...other, declaration: {} }))
  const all = await resolveDeclarations([extension, ...others])
  return all.filter(({ id }) => id.split('+', 1)[0] === extension.id)
}
