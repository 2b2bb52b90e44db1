import type { Migration } from '../infrastructure/db/migrations/migrations.ts'
import { ExtensionError } from '../infrastructure/errors.ts'
import type { PasswordCheckers } from './access/password-checkers.ts'
import type { Permission } from './access/permissions.ts'
import type { Policies } from './access/policies.ts'
import type { Privacies } from './access/privacy.ts'
import type { Scopes } from './access/scopes.ts'
import type { MailDriver } from './notifications/mail-drivers.ts'
import type {
  BeforeNotifying,
  NotificationChannel,
  NotificationTypes,
} from './notifications/notifications.ts'
import type { EventPosts } from './posts/event-posts.ts'
import type { PostSyntax } from './posts/markup.ts'
import type { PageSubject } from './requests/page-facts.ts'
import type { Route } from './requests/routes.ts'
import type { Throttle } from './requests/throttles.ts'
import type { Affects } from './resources/affects.ts'
import type { Deletions } from './resources/deletions.ts'
import type { DisplayName } from './resources/display-names.ts'
import type { Resources } from './resources/resources.ts'
import type { Preference } from './settings/preferences.ts'
import type { Setting } from './settings/settings.ts'
import type { Listeners } from './work/events.ts'
import type { Jobs } from './work/jobs.ts'

/** What a feature of the core or an extension adds to the server, as data. Every section is optional. */
export interface Extension {
  /** Settings by key. */
  settings?: Readonly<Record<string, Setting>>
  /** Permissions by name, `discussion.lock`. */
  permissions?: Readonly<Record<string, Permission>>
  /** Who says whether a password is right, by name. */
  passwordCheckers?: PasswordCheckers
  /** Preferences of accounts by key. */
  preferences?: Readonly<Record<string, Preference>>
  /** Ways to call people, by name. */
  displayNames?: Readonly<Record<string, DisplayName>>
  /** Steps of the schema, run in the order of their names: `001_is_locked`. */
  migrations?: Readonly<Record<string, Migration>>
  /** Resource types, or additions to those of others. */
  resources?: Resources
  /** What guests see of tables besides those of resources, so that their pages are drawn anew in time. */
  affects?: Affects
  /** Who may do what to which object. */
  policies?: Policies
  /** Who sees which rows. */
  scopes?: Scopes
  /** What is for a few only, and for whom. */
  privacy?: Privacies
  /** What follows from the deletion of rows. */
  deletions?: Deletions
  /** Listeners inside the transaction, by event. */
  on?: Listeners
  /** Listeners once the transaction is durable. */
  afterCommit?: Listeners
  /** Types of event posts. */
  eventPosts?: EventPosts
  /** Types of notifications. */
  notifications?: NotificationTypes
  /** Ways that notifications take, by name. */
  notificationChannels?: Readonly<Record<string, NotificationChannel>>
  /** Leaves out recipients of new notifications. */
  beforeNotifying?: BeforeNotifying
  /** Syntaxes of posts. */
  markup?: readonly PostSyntax[]
  /** Work outside requests, at once or at certain times. */
  jobs?: Jobs
  /** Ways to send mail. */
  mailDrivers?: Readonly<Record<string, MailDriver>>
  /** Limits on how often something may be done. */
  throttles?: Readonly<Record<string, Throttle>>
  /** Paths that are no resources. */
  routes?: readonly Route[]
  /** What the heads of pages tell about what they show, by resource type. */
  pageFacts?: Readonly<Record<string, PageSubject>>
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
  'passwordCheckers',
  'preferences',
  'displayNames',
  'migrations',
  'resources',
  'affects',
  'policies',
  'scopes',
  'privacy',
  'deletions',
  'on',
  'afterCommit',
  'eventPosts',
  'notifications',
  'notificationChannels',
  'beforeNotifying',
  'markup',
  'jobs',
  'mailDrivers',
  'throttles',
  'routes',
  'pageFacts',
  'when',
])

/**
 * Orders extensions so that each comes after those it requires, then after the enabled ones it names as optional,
 * otherwise by id. Wishes that contradict each other or a requirement give way. Throws `ExtensionError` for a missing
 * requirement, a circle of requirements, or an unknown section.
 */
export function orderExtensions(extensions: readonly InstalledExtension[]): InstalledExtension[] {
  const left = new Map(
    [...extensions].sort((a, b) => (a.id < b.id ? -1 : 1)).map((extension) => [extension.id, extension]),
  )
  for (const extension of left.values()) checkManifest(extension, left)
  const ordered: InstalledExtension[] = []
  while (left.size > 0) {
    const waiting = [...left.values()]
    const isFree = (ids: readonly string[] = []) => !ids.some((id) => left.has(id))
    const able = waiting.filter(({ requires }) => isFree(requires))
    const next = able.find(({ optional }) => isFree(optional)) ?? able.find(({ id }) => isKnot(id, left))
    if (!next) throw new ExtensionError(inCircle(left), 'requires', 'goes in a circle')
    left.delete(next.id)
    ordered.push(next)
  }
  return ordered
}

type Extensions = ReadonlyMap<string, InstalledExtension>

function checkManifest({ id, declaration, requires = [] }: InstalledExtension, all: Extensions): void {
  for (const section of Object.keys(declaration)) {
    if (!sections.has(section as keyof Extension))
      throw new ExtensionError(id, section, 'is not a section of an extension')
  }
  const missing = requires.find((required) => !all.has(required))
  if (missing !== undefined) throw new ExtensionError(id, 'requires', `'${missing}' is not enabled`)
}

/** Ids that stand before `id`, directly or through others, among those that are left. */
function before(id: string, left: Extensions, of: (extension: InstalledExtension) => readonly string[]) {
  const found = new Set<string>()
  const visit = (current: string) => {
    const extension = left.get(current)
    for (const next of extension ? of(extension) : []) {
      if (!left.has(next) || found.has(next)) continue
      found.add(next)
      visit(next)
    }
  }
  visit(id)
  return found
}

/** Whether all that `id` waits for waits for it too, so that some wish has to give way. */
function isKnot(id: string, left: Extensions): boolean {
  const wanted = ({ requires = [], optional = [] }: InstalledExtension) => [...requires, ...optional]
  return [...before(id, left, wanted)].every((other) => before(other, left, wanted).has(id))
}

function inCircle(left: Extensions): string {
  const ids = [...left.keys()]
  return ids.find((id) => before(id, left, ({ requires = [] }) => requires).has(id)) ?? ids.join()
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
