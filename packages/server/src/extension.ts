import type { Migration } from './db/migrations.ts'
import { ExtensionError } from './errors.ts'
import type { EventPosts } from './points/event-posts.ts'
import type { Listeners } from './points/events.ts'
import type { Permission } from './points/permissions.ts'
import type { Policies } from './points/policies.ts'
import type { Preference } from './points/preferences.ts'
import type { Resources } from './points/resources.ts'
import type { Route } from './points/routes.ts'
import type { Scopes } from './points/scopes.ts'
import type { Setting } from './points/settings.ts'
import type { Throttle } from './points/throttles.ts'

/** What a feature of the core or an extension adds to the server, as data. Every section is optional. */
export interface Extension {
  /** Settings by key. */
  settings?: Readonly<Record<string, Setting>>
  /** Permissions by name, `discussion.lock`. */
  permissions?: Readonly<Record<string, Permission>>
  /** Preferences of accounts by key. */
  preferences?: Readonly<Record<string, Preference>>
  /** Steps of the schema, run in the order of their names: `001_is_locked`. */
  migrations?: Readonly<Record<string, Migration>>
  /** Resource types, or additions to those of others. */
  resources?: Resources
  /** Who may do what to which object. */
  policies?: Policies
  /** Who sees which rows. */
  scopes?: Scopes
  /** Listeners inside the transaction, by event. */
  on?: Listeners
  /** Listeners once the transaction is durable. */
  afterCommit?: Listeners
  /** Types of event posts. */
  eventPosts?: EventPosts
  /** Limits on how often something may be done. */
  throttles?: Readonly<Record<string, Throttle>>
  /** Paths that are no resources. */
  routes?: readonly Route[]
  /** Additions that only count while another extension is enabled, by its id. */
  when?: Readonly<Record<string, () => Promise<{ default: Extension }>>>
}

/** Declares a feature or extension; gives its literal the right types. */
export function defineExtension(extension: Extension): Extension {
  return extension
}

/** An installed extension: its manifest and how to get its declaration. */
export interface InstalledExtension {
  id: string
  title: string
  version: string
  /** Ids of extensions it cannot do without. */
  requires?: readonly string[]
  /** Ids of extensions it comes after when they are enabled. */
  optional?: readonly string[]
  declaration: Extension
  /** Not made by those who made the forum: when it fails, it is left out and the forum starts without it. */
  isThirdParty?: boolean
  /** Folder with `locale/en.yml`, if there is one. */
  folder?: string
}

export interface OrderedExtension {
  id: string
  declaration: Extension
}

const sections = new Set<keyof Extension>([
  'settings',
  'permissions',
  'preferences',
  'migrations',
  'resources',
  'policies',
  'scopes',
  'on',
  'afterCommit',
  'eventPosts',
  'throttles',
  'routes',
  'when',
])

/**
 * Orders extensions so that each comes after those it requires, then after the enabled ones it names as optional,
 * otherwise by id. Throws `ExtensionError` for a missing requirement, a circle, or an unknown section.
 */
export function orderExtensions(extensions: readonly InstalledExtension[]): InstalledExtension[] {
  const byId = new Map(extensions.map((extension) => [extension.id, extension]))
  const ordered: InstalledExtension[] = []
  const state = new Map<string, 'open' | 'done'>()

  const place = (extension: InstalledExtension) => {
    if (state.get(extension.id) === 'done') return
    if (state.get(extension.id) === 'open')
      throw new ExtensionError(extension.id, 'requires', 'goes in a circle')
    state.set(extension.id, 'open')
    for (const id of [...(extension.requires ?? [])].sort()) {
      const required = byId.get(id)
      if (!required) throw new ExtensionError(extension.id, 'requires', `'${id}' is not enabled`)
      place(required)
    }
    for (const id of [...(extension.optional ?? [])].sort()) {
      const wanted = byId.get(id)
      if (wanted && state.get(id) !== 'open') place(wanted)
    }
    state.set(extension.id, 'done')
    ordered.push(extension)
  }

  for (const extension of [...extensions].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    for (const section of Object.keys(extension.declaration)) {
      if (!sections.has(section as keyof Extension)) {
        throw new ExtensionError(extension.id, section, 'is not a section of an extension')
      }
    }
    place(extension)
  }
  return ordered
}

/** The declarations in effect: of each extension, and of its `when` parts whose other extension is enabled too. */
export async function resolveDeclarations(
  extensions: readonly InstalledExtension[],
): Promise<OrderedExtension[]> {
  const enabled = new Set(extensions.map((extension) => extension.id))
  const resolved: OrderedExtension[] = []
  for (const { id, declaration } of extensions) {
    resolved.push({ id, declaration })
    for (const [other, load] of Object.entries(declaration.when ?? {})) {
      if (enabled.has(other)) {
        resolved.push({ id: `${id}+${other}`, declaration: await loadPart(id, other, load) })
      }
    }
  }
  return resolved
}

async function loadPart(
  id: string,
  other: string,
  load: () => Promise<{ default: Extension }>,
): Promise<Extension> {
  try {
    return (await load()).default
  } catch (cause) {
    throw new ExtensionError(id, `when › ${other}`, 'cannot be loaded', { cause })
  }
}
