import {
  circularDependencies,
  dependentExtensions,
  type ForumError,
  missingDependencies,
  permissionDenied,
} from '../../infrastructure/errors.ts'
import { loadTranslations } from '../../infrastructure/translations.ts'
import type { InstalledExtension } from '../../points/extension.ts'

/** What the rules about dependencies read. */
export interface DependencyRules {
  readonly installed: readonly InstalledExtension[]
  /** Ids of the extensions that work. */
  enabled(): readonly string[]
  /** Ids of the extensions that are selected and have not failed: in safe mode more than work. */
  selected(): readonly string[]
  /** The forum's default language. */
  locale(): string
  translate(key: string, params?: Record<string, unknown>): string
}

/** Returns the installed extension with an id. */
export function findInstalled({ installed }: DependencyRules, id: string): InstalledExtension | undefined {
  return installed.find((extension) => extension.id === id)
}

function titleOf(host: DependencyRules, id: string): string {
  return findInstalled(host, id)?.title ?? id
}

/** Refuses an extension whose requirements, enabled or not, include itself. */
export function refuseCircularDependencies(host: DependencyRules, extension: InstalledExtension): void {
  const cycle = findPath(host, extension, extension.id, new Set())
  if (!cycle) return
  const extensions = cycle.map((id) => titleOf(host, id))
  throw refusal(host, circularDependencies, 'circular', { extensions })
}

/** Ids on a path along requirements from an extension to `goal`; undefined if there is none. */
function findPath(
  host: DependencyRules,
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

/** Refuses an extension while others that it requires are disabled. */
export function refuseMissingDependencies(
  host: DependencyRules,
  { title, requires = [] }: InstalledExtension,
): void {
  const missingIds = requires.filter((id) => !host.enabled().includes(id))
  if (missingIds.length === 0) return
  const extensions = missingIds.map((id) => titleOf(host, id))
  throw refusal(host, missingDependencies, 'missing', { extension: title, extensions })
}

/** Refuses an extension while enabled ones require it. */
export function refuseWhileRequired(host: DependencyRules, { id, title }: InstalledExtension): void {
  const dependents = host.installed.filter(
    (other) => other.requires?.includes(id) && host.selected().includes(other.id),
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
  host: DependencyRules,
  error: typeof missingDependencies,
  kind: keyof typeof messageKeys,
  members: { extension?: string; extensions: readonly string[] },
): ForumError {
  const params = { ...members, extensions: members.extensions.join(', ') }
  return error({ problems: [{ detail: host.translate(messageKeys[kind], params), members }] })
}

/** Refuses to disable the extension that has the texts of the default language. */
export async function refuseDefaultLanguage(
  host: DependencyRules,
  { id }: InstalledExtension,
): Promise<void> {
  const others = host.installed.filter((other) => other.id !== id && host.selected().includes(other.id))
  const folders = others.flatMap(({ folder }) => (folder === undefined ? [] : [`${folder}/locale`]))
  const { locales } = await loadTranslations(folders)
  if (!locales.has(host.locale())) throw permissionDenied()
}
