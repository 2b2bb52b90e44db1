import type { Notifications } from '@parley/shared'
import { ExtensionError } from '../../infrastructure/errors.ts'
import { flag } from '../../infrastructure/schema/values.ts'
import type { WriteContext } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceType } from '../resources/resource-rows.ts'
import type { Resource } from '../resources/resources.ts'
import type { SettingValues } from '../settings/setting-types.ts'

/**
 * The channels, with the options of a type that uses one. Extensions that declare a channel add it:
 * `declare module '…' { interface NotificationChannels { push: ChannelUse } }`.
 */
export interface NotificationChannels {
  /** The list in the forum itself. */
  alert: ChannelUse
}

/** The options of a type for a channel that it uses. */
export interface ChannelUse {
  /** Whether the channel is on for recipients who have not changed their preference. */
  default: boolean
}

/** A type of notifications. Its recipients choose their channels by the preferences `notify_{type}_{channel}`. */
export interface NotificationType {
  /** Resource type of the subject: only users who see the subject see the notification. */
  subject: ResourceType
  /** Form in which lists include the subject; the smallest by default. */
  form?: string
  channels: { readonly [Name in keyof NotificationChannels]?: NotificationChannels[Name] }
  /**
   * Of several notifications about the same post (`postId`), the list and the mail show the one of the highest rank: a
   * mention of the recipient (30) rather than a new post (0, the default).
   */
  rank?: number
  /** Mails of the type offer this besides the end of all mails of the type. */
  unfollow?: Unfollow
}

/** How a user ends the notifications about one subject only. */
export interface Unfollow {
  /** Locale key of its button: 'Unfollow this discussion'. */
  label: string
  /** Locale key of what is said afterwards, with `{forum}`. */
  doneText: string
  /** Links in mails work without logging in: the actor of `context` may be a guest. The account exists. */
  run(userId: number, subjectId: number, context: WriteContext): Promise<void>
}

/** A new notification, as channels and `beforeNotifying` receive it. */
export interface NewNotification {
  type: string
  /** The content; null for undefined content. */
  data: unknown
  fromUserId: number | null
  subjectType: ResourceType
  subjectId: number
  /** The post that it tells of; null if it tells of none. */
  postId: number | null
}

/** A channel that delivers notifications. */
export interface NotificationChannel {
  /**
   * Returns whether the channel is on by default for a type; undefined for a type that cannot use it and so has no such
   * preference. Without this function the type decides.
   */
  default?(name: string, type: NotificationType): boolean | undefined
  /** Whether these defaults count by the present settings; while they do not, the channel is off for all types. */
  defaultsCount?(settings: SettingValues): boolean
  /**
   * Sends to the recipients who want it, inside the transaction: slow work belongs into a job. Recipients for whom the same
   * notification was only restored are not among them, nor those whom the channel told of the same post already.
   */
  send?(
    notification: NewNotification,
    sent: readonly { id: number; userId: number }[],
    context: WriteContext,
  ): Promise<void>
}

/** Filters the recipients of a new notification before it is stored and sent; cannot add to `userIds`. */
export type BeforeNotifying = (
  notification: NewNotification,
  userIds: readonly number[],
  context: WriteContext,
) => readonly number[] | Promise<readonly number[]>

/** Notification types by name. */
export type NotificationTypes = { readonly [Type in keyof Notifications]?: NotificationType }

export interface DeclaredNotificationType extends NotificationType {
  owner: string
  /** The default by channel; the type does not use missing channels. */
  defaults: ReadonlyMap<string, boolean>
}

/** The combined declarations of notifications. */
export interface NotificationRegistry {
  types: ReadonlyMap<string, DeclaredNotificationType>
  channels: ReadonlyMap<string, Owned<NotificationChannel>>
  before: readonly BeforeNotifying[]
}

export interface NotificationSections {
  types: readonly Declared<NotificationTypes | undefined>[]
  channels: readonly Declared<Readonly<Record<string, NotificationChannel>> | undefined>[]
  before: readonly Declared<BeforeNotifying | undefined>[]
}

/** Checks and combines the notifications of all extensions. */
export function combineNotifications(
  declared: NotificationSections,
  resources: ReadonlyMap<string, Resource>,
): NotificationRegistry {
  const channels = mergeRecords('notificationChannels', declared.channels)
  const sections = declared.types as readonly Declared<
    Readonly<Record<string, NotificationType>> | undefined
  >[]
  const merged = mergeRecords('notifications', sections, ({ subject, form, channels: used, unfollow }) => {
    const resource = resources.get(subject)
    if (!resource?.table) return `its subject '${subject}' is no resource with a table`
    if (form !== undefined && !resource.forms.includes(form)) return `'${subject}' has no form '${form}'`
    if (unfollow && typeof unfollow.run !== 'function') return "'unfollow' has no function 'run'"
    const unknown = Object.keys(used).find((name) => !channels.has(name))
    return unknown && `there is no channel '${unknown}'`
  })
  for (const { owner, section } of declared.before) {
    if (section !== undefined && typeof section !== 'function')
      throw new ExtensionError(owner, 'beforeNotifying', 'is not a function')
  }
  const types = new Map(
    [...merged].map(([name, type]) => [name, { ...type, defaults: defaultsOf(name, type, channels) }]),
  )
  return { types, channels, before: declared.before.flatMap(({ section }) => section ?? []) }
}

function defaultsOf(
  name: string,
  type: NotificationType,
  channels: ReadonlyMap<string, NotificationChannel>,
): Map<string, boolean> {
  const used: Readonly<Record<string, ChannelUse | undefined>> = { ...type.channels }
  const defaults = new Map<string, boolean>()
  for (const [channel, declared] of channels) {
    const byDefault = declared.default ? declared.default(name, type) : used[channel]?.default
    if (byDefault !== undefined) defaults.set(channel, byDefault)
  }
  return defaults
}

/** Returns the key of the preference for a type and a channel. */
export function preferenceKey(type: string, channel: string): string {
  return `notify_${type}_${channel}`
}

/** A preference that is on or off. */
interface SwitchPreference {
  schema: ReturnType<typeof flag>
  default: boolean
  defaultBy?(settings: SettingValues): boolean
}

/** Returns the preferences of all types and channels, by the owners of the types. */
export function notificationPreferences({
  types,
  channels,
}: NotificationRegistry): Declared<Record<string, SwitchPreference>>[] {
  return [...types].map(([type, { owner, defaults }]) => ({
    owner,
    section: Object.fromEntries(
      [...defaults].map(([channel, byDefault]) => [
        preferenceKey(type, channel),
        { schema: flag(), default: byDefault, ...(byDefault && countedBy(channels.get(channel))) },
      ]),
    ),
  }))
}

function countedBy(channel: NotificationChannel | undefined): Pick<SwitchPreference, 'defaultBy'> {
  if (!channel?.defaultsCount) return {}
  return { defaultBy: (settings) => channel.defaultsCount?.(settings) ?? true }
}

declare module '../extension.ts' {
  interface Extension {
    /**
     * Types of notifications, with the channels that each may use. `syncNotification` sends one; the client's half shows it. One
     * that tells of a post says so (`postId`): the recipient's list and mail then have one notification for that post.
     */
    notifications?: NotificationTypes
    /** Ways to deliver notifications besides the list in the forum and mail, by name. */
    notificationChannels?: Readonly<Record<string, NotificationChannel>>
    /** Removes recipients of every new notification, before it is stored and sent. */
    beforeNotifying?: BeforeNotifying
  }
}

declare module '../extension-point.ts' {
  interface Points {
    notifications: NotificationRegistry
  }
}

/** Notifications: types, channels, and filters of recipients. */
export const notificationsPoint = definePoint('notifications', {
  sections: ['notifications', 'notificationChannels', 'beforeNotifying'],
  needs: ['resources'],
  combine: ({ notifications, notificationChannels, beforeNotifying }, { resources }) =>
    combineNotifications(
      { types: notifications, channels: notificationChannels, before: beforeNotifying },
      resources,
    ),
})
