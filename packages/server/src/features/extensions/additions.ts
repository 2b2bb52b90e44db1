import type { Dialect } from '../../infrastructure/db/database.ts'
import { type CreatedTables, createdTables } from '../../infrastructure/db/migrations/created-tables.ts'
import type { OwnedMigrations } from '../../infrastructure/db/migrations/migrations.ts'
import type { Extension, InstalledExtension, OrderedExtension } from '../../points/extension.ts'
import { resolveDeclarations } from '../../points/order-extensions.ts'

/** What an extension adds to the forum: names, from its declarations. */
export interface Additions {
  settings: readonly string[]
  permissions: readonly string[]
  /** Kinds of parts of the forum that have permissions of their own. */
  permissionParts: readonly string[]
  /** Locale keys by permission; a permission outside the grid has none. */
  permissionLabels: ReadonlyMap<string, string>
  preferences: readonly string[]
  eventPosts: readonly string[]
  notifications: readonly string[]
  notificationChannels: readonly string[]
  jobs: readonly string[]
  resources: readonly string[]
  /** Addresses outside the API, `/example`. */
  pages: readonly string[]
  /** Paths of Atom feeds, `/atom/example`. */
  feeds: readonly string[]
  /** Sources of the sitemap. */
  sitemap: readonly string[]
  counters: readonly string[]
  rateLimits: readonly string[]
  /** Resource types whose rows it may hide from visitors. */
  hides: readonly string[]
  /** Resource types whose rows it may mark as private. */
  keepsPrivate: readonly string[]
  /** Folders of the file store, besides `extensions/<id>`. */
  fileFolders: readonly string[]
  created: CreatedTables
  migrations: readonly OwnedMigrations[]
}

/**
 * Returns what an extension adds, with its parts for the given other extensions. Throws `ExtensionError` if such a part
 * cannot be loaded.
 */
export async function additionsOf(
  extension: InstalledExtension,
  others: readonly InstalledExtension[],
  dialect: Dialect,
): Promise<Additions> {
  const parts = await declarationsOf(extension, others)
  const declarations = parts.map(({ declaration }) => declaration)
  const migrations = parts.map(({ id, declaration }) => ({
    owner: id,
    migrations: declaration.migrations ?? {},
  }))
  const created = await Promise.all(migrations.map((owned) => createdTables(dialect, owned.migrations)))
  const namesOf = (section: keyof Extension) => namesIn(declarations, section)
  return {
    settings: namesOf('settings'),
    permissions: namesOf('permissions'),
    permissionParts: namesOf('permissionParts'),
    permissionLabels: new Map(
      declarations.flatMap(({ permissions = {} }) =>
        Object.entries(permissions).flatMap(([name, { label }]) =>
          label === undefined ? [] : [[name, label] as const],
        ),
      ),
    ),
    preferences: namesOf('preferences'),
    eventPosts: namesOf('eventPosts'),
    notifications: namesOf('notifications'),
    notificationChannels: namesOf('notificationChannels'),
    jobs: namesOf('jobs'),
    resources: declarations.flatMap(({ resources }) => ownResources(resources)),
    pages: declarations.flatMap(({ routes = [] }) => routes.flatMap(pageOf)),
    feeds: namesOf('feeds'),
    sitemap: namesOf('sitemap'),
    counters: declarations.flatMap(({ counters = [] }) => counters.map(({ name }) => name)),
    rateLimits: namesOf('rateLimits'),
    hides: declarations.flatMap(hiddenTypes),
    keepsPrivate: namesOf('privacy'),
    fileFolders: declarations.flatMap(({ fileFolders = [] }) => fileFolders),
    created: {
      tables: created.flatMap(({ tables }) => tables),
      columns: created.flatMap(({ columns }) => columns),
    },
    migrations,
  }
}

/** The declaration of an extension, and its parts for the given other extensions. */
async function declarationsOf(
  extension: InstalledExtension,
  others: readonly InstalledExtension[],
): Promise<OrderedExtension[]> {
  const bare = others.filter(({ id }) => id !== extension.id).map((other) => ({ ...other, declaration: {} }))
  const all = await resolveDeclarations([extension, ...bare])
  return all.filter(({ id }) => id.split('+', 1)[0] === extension.id)
}

function namesIn(declarations: readonly Extension[], section: keyof Extension): string[] {
  return declarations.flatMap((declaration) => Object.keys(declaration[section] ?? {}))
}

/** The types that a declaration introduces: the others only get additions. */
function ownResources(resources: Extension['resources']): string[] {
  const all: readonly [string, object][] = Object.entries(resources ?? {})
  return all.filter(([, resource]) => 'endpoints' in resource || 'table' in resource).map(([type]) => type)
}

function pageOf({ method, path }: { method: string; path: string }): string[] {
  return method === 'GET' && path !== '/api' && !path.startsWith('/api/') ? [path] : []
}

/** The resource types whose rows a declaration may hide, by policies on viewing. */
export function hiddenTypes({ policies = {} }: Extension): string[] {
  const all: readonly [string, object][] = Object.entries(policies)
  return all.filter(([, policy]) => 'view' in policy || '*' in policy).map(([type]) => type)
}
