import type { Notifications } from '@parley/shared'
import type { ReactNode } from 'react'
import type { AnyRecord, StoreRecord } from '../store/record.ts'
import type { App } from './app.ts'
import type { RichParams } from './rich-params.ts'
import type { Source } from './sources.ts'

/** The records that a notification renders. */
export interface NotificationProps<Content = unknown> {
  notification: StoreRecord<'notifications'>
  content: Content
  /** The user who caused it; undefined if the account was deleted. */
  sender: StoreRecord<'users'> | undefined
  /** The resource it is about. */
  subject: AnyRecord
  /** The discussion it belongs to: the subject itself, or the subject's discussion. */
  discussion: StoreRecord<'discussions'> | undefined
}

/** Appearance of one type of notification. `Content` is its data besides sender and subject. */
export interface NotificationType<Content = unknown> {
  /** Locale key of its description in the settings, or a function that returns it. */
  label: string | ((app: App) => string)
  /** False for a type that the grid of the settings omits: its preferences are elsewhere, or it has none. */
  isInGrid?: false
  /** Icon on the corner of the sender's avatar. */
  icon: string
  /** Locale key of its text, or a function of the notification that returns it; `{username}` stands for the sender. */
  text: string | ((props: NotificationProps<Content>, app: App) => string)
  /** Further parameters of the text. */
  params?(props: NotificationProps<Content>, app: App): RichParams
  /** Path of its target, below the base path. */
  link(props: NotificationProps<Content>, app: App): string
  /** Excerpt of the subject, below the text. */
  Excerpt?(props: NotificationProps<Content>): ReactNode
}

/** Collects the types of notifications. A later one of the same name replaces an earlier one. */
export function combineNotifications(sources: readonly Source[]): App['notifications'] {
  const types = new Map<string, NotificationType<never> & { extension: string | undefined }>()
  for (const { id, extension } of sources) {
    for (const [name, type] of Object.entries(extension.notifications ?? {}))
      types.set(name, { ...type, extension: id })
  }
  return types
}

declare module './extension.ts' {
  interface ClientExtension {
    /** How the list of the bell shows notifications, by type, and what the settings call them. The list omits undeclared types. */
    notifications?: { readonly [K in keyof Notifications]?: NotificationType<Notifications[K]> }
  }
}

declare module './app.ts' {
  interface App {
    /** Appearance of notifications, by content type. */
    readonly notifications: ReadonlyMap<string, NotificationType<never> & { extension: string | undefined }>
  }
}
