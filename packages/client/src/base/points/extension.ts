import type { EventPosts, Notifications } from '@parley/shared'
import type { ReactNode } from 'react'
import type { StoreRecord } from '../../store/record.ts'
import type { Route } from '../router/route.ts'
import type { ClientSyntax } from './client-syntax.ts'
import type { Gambit } from './gambit.ts'
import type { NotificationChannel, NotificationType } from './notification-type.ts'
import type { Shortcut } from './shortcut.ts'
import type { SlotItem } from './slots.tsx'

/** Draws the inside of one kind of event post. */
export type EventPostComponent<K extends keyof EventPosts> = (props: {
  post: StoreRecord<'posts'>
  content: EventPosts[K]
}) => ReactNode

/** What an extension, or a feature of the core, brings to the browser. */
export interface ClientExtension {
  /** Components for slots: `DiscussionBadges.add('locked', LockedBadge, 10)`. */
  slots?: readonly SlotItem[]
  /**
   * Components for slots of one screen, by the name of its route: `{ settings: () => import('./settings-items.ts') }`.
   * They are loaded with the screen, so the first view of others does not wait for them. `user` stands for
   * `user.discussions` and all others of that beginning, too.
   */
  screenSlots?: Readonly<Record<string, () => Promise<{ default: readonly SlotItem[] }>>>
  /** Screens, by name. The name is what `app.routes` and links refer to. */
  routes?: Readonly<Record<string, Route>>
  /** Relationships that lists of a resource type ask for besides the core's: `{ discussions: ['tags'] }`. */
  includes?: Readonly<Record<string, readonly string[]>>
  /** How the event posts of its content types look. */
  eventPosts?: { readonly [K in keyof EventPosts]?: EventPostComponent<K> }
  /** How the notifications of its content types look. Types that nobody declares are left out of the list. */
  notifications?: { readonly [K in keyof Notifications]?: NotificationType<Notifications[K]> }
  /** Ways that notifications take, by the names that the server's declaration has. */
  notificationChannels?: Readonly<Record<string, NotificationChannel>>
  /**
   * What may be written into a search of discussions to narrow it, as the server knows it: `is:locked`, or with a colon
   * at its end (`author:`) when a value follows.
   */
  gambits?: Readonly<Record<string, Gambit>>
  /** What it adds to the language of posts, for the preview: the same syntaxes as on the server. */
  markup?: readonly ClientSyntax[]
  /** Keys that do something, by name: `{ reply: { keys: 'r', text: 'core.forum.shortcuts.reply_text', run } }`. */
  shortcuts?: Readonly<Record<string, Shortcut>>
  /** Resource types it brings. Registering one twice is an error. */
  resources?: readonly string[]
  /** Soft dependencies: loaded only while the extension of that id is enabled as well. */
  when?: Readonly<Record<string, () => Promise<{ default: ClientExtension }>>>
}

/**
 * Declares the browser's half of an extension: the default export of its `client.tsx`.
 * @example export default defineClientExtension({ slots: [DiscussionBadges.add('locked', LockedBadge)] })
 */
export function defineClientExtension(extension: ClientExtension): ClientExtension {
  return extension
}

/** An extension of the site, with its soft dependencies loaded. */
export interface InstalledExtension {
  /** Its folder's name. */
  id: string
  extension: ClientExtension
  /** What `when` brought, by the id of the other extension. */
  soft: ReadonlyMap<string, ClientExtension>
}

/** One source of declarations: `id` is undefined for features of the core. */
export interface Source {
  id: string | undefined
  extension: ClientExtension
}

/** Something an extension did wrong; shown to administrators. */
export interface ExtensionFault {
  extension: string
  error: unknown
}

/**
 * Loads the soft dependencies of extensions, once per build of the client.
 * @param isWanted whether an extension of that id can be enabled here: all on the server, the enabled in a browser.
 */
export async function loadExtensions(
  modules: Readonly<Record<string, ClientExtension>>,
  isWanted: (id: string) => boolean,
): Promise<{ installed: InstalledExtension[]; faults: ExtensionFault[] }> {
  const faults: ExtensionFault[] = []
  const load = async ([id, extension]: [string, ClientExtension]): Promise<InstalledExtension> => {
    const soft = new Map<string, ClientExtension>()
    for (const [other, loadSoft] of Object.entries(extension.when ?? {})) {
      if (!isWanted(other)) continue
      try {
        soft.set(other, (await loadSoft()).default)
      } catch (error) {
        faults.push({ extension: id, error })
      }
    }
    return { id, extension, soft }
  }
  const wanted = Object.entries(modules).filter(([id]) => isWanted(id))
  return { installed: await Promise.all(wanted.map(load)), faults }
}

/**
 * The declarations that count: the core's, then those of the enabled extensions in the order of `enabled`, each
 * followed by its soft dependencies that are enabled too.
 */
export function collectSources(
  core: readonly ClientExtension[],
  installed: readonly InstalledExtension[],
  enabled: readonly string[],
): Source[] {
  const sources: Source[] = core.map((extension) => ({ id: undefined, extension }))
  for (const id of enabled) {
    const found = installed.find((candidate) => candidate.id === id)
    if (found === undefined) continue
    sources.push({ id, extension: found.extension })
    for (const [other, extension] of found.soft) {
      if (enabled.includes(other)) sources.push({ id, extension })
    }
  }
  return sources
}
