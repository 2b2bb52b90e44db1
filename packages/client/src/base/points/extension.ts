import type { EventPosts, Notifications } from '@parley/shared'
import type { ReactNode } from 'react'
import type { StoreRecord } from '../../store/record.ts'
import type { Route } from '../router/route.ts'
import type { ClientSyntax } from './client-syntax.ts'
import type { Gambit } from './gambit.ts'
import type { NotificationChannel, NotificationType } from './notification-type.ts'
import type { Shortcut } from './shortcut.ts'
import type { SlotItem } from './slots.tsx'

/** Renders the content of one type of event post. */
export type EventPostComponent<K extends keyof EventPosts> = (props: {
  post: StoreRecord<'posts'>
  content: EventPosts[K]
}) => ReactNode

/** The client's half of an extension, or of a feature of the core. */
export interface ClientExtension {
  /** Components for slots: `DiscussionBadges.add('locked', LockedBadge, 10)`. */
  slots?: readonly SlotItem[]
  /**
   * Components for slots of one page, by the name of its route: `{ settings: () => import('./settings-items.ts') }`.
   * They are loaded with that page, which keeps the first view of other pages small. `user` also covers
   * `user.discussions` and the other routes with that prefix.
   */
  screenSlots?: Readonly<Record<string, () => Promise<{ default: readonly SlotItem[] }>>>
  /** Routes, by the name that `app.routes` and links refer to. */
  routes?: Readonly<Record<string, Route>>
  /** Relationships that lists of a resource type include besides the core's: `{ discussions: ['tags'] }`. */
  includes?: Readonly<Record<string, readonly string[]>>
  /** Components for event posts, by content type. */
  eventPosts?: { readonly [K in keyof EventPosts]?: EventPostComponent<K> }
  /** Appearance of notifications, by content type. The list omits undeclared types. */
  notifications?: { readonly [K in keyof Notifications]?: NotificationType<Notifications[K]> }
  /** Notification channels, by their names in the server's declaration. */
  notificationChannels?: Readonly<Record<string, NotificationChannel>>
  /**
   * Filters for the search field of discussions, by the server's name: `is:locked`, or with a trailing colon
   * (`author:`) if a value follows.
   */
  gambits?: Readonly<Record<string, Gambit>>
  /** Markup syntaxes for the preview, the same as on the server. */
  markup?: readonly ClientSyntax[]
  /** Keyboard shortcuts, by name: `{ reply: { keys: 'r', text: 'core.forum.shortcuts.reply_text', run } }`. */
  shortcuts?: Readonly<Record<string, Shortcut>>
  /** Resource types to register. Registering one twice is an error. */
  resources?: readonly string[]
  /** Soft dependencies, by extension id: loaded only while that extension is enabled too. */
  when?: Readonly<Record<string, () => Promise<{ default: ClientExtension }>>>
}

/**
 * Declares the client's half of an extension: the default export of its `client.tsx`.
 * @example export default defineClientExtension({ slots: [DiscussionBadges.add('locked', LockedBadge)] })
 */
export function defineClientExtension(extension: ClientExtension): ClientExtension {
  return extension
}

/** An installed extension, with its soft dependencies loaded. */
export interface InstalledExtension {
  /** Name of its folder. */
  id: string
  extension: ClientExtension
  /** The declarations loaded by `when`, by the id of the other extension. */
  soft: ReadonlyMap<string, ClientExtension>
}

/** One source of declarations: `id` is undefined for features of the core. */
export interface Source {
  id: string | undefined
  extension: ClientExtension
}

/** An error in an extension; shown to administrators. */
export interface ExtensionFault {
  extension: string
  error: unknown
}

/**
 * Loads the soft dependencies of extensions, once per build of the client.
 * @param shouldLoad whether to load the extension of that id: all on the server, the enabled ones in a browser.
 */
export async function loadExtensions(
  modules: Readonly<Record<string, ClientExtension>>,
  shouldLoad: (id: string) => boolean,
): Promise<{ installed: InstalledExtension[]; faults: ExtensionFault[] }> {
  const faults: ExtensionFault[] = []
  const load = async ([id, extension]: [string, ClientExtension]): Promise<InstalledExtension> => {
    const soft = new Map<string, ClientExtension>()
    for (const [other, loadSoft] of Object.entries(extension.when ?? {})) {
      if (!shouldLoad(other)) continue
      try {
        soft.set(other, (await loadSoft()).default)
      } catch (error) {
        faults.push({ extension: id, error })
      }
    }
    return { id, extension, soft }
  }
  const selected = Object.entries(modules).filter(([id]) => shouldLoad(id))
  return { installed: await Promise.all(selected.map(load)), faults }
}

/**
 * The active declarations: the core's, then those of the enabled extensions in the order of `enabled`, each followed
 * by its enabled soft dependencies.
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
