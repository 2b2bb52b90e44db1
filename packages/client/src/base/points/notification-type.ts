import type { ReactNode } from 'react'
import type { AnyRecord, StoreRecord } from '../../store/record.ts'
import type { App } from '../app-context.ts'
import type { RichParams } from '../i18n/Rich.tsx'

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

/** A notification channel, as the settings list it. */
export interface NotificationChannel {
  /** Locale key of its name. */
  label: string
}

/** Appearance of one type of notification. `Content` is its data besides sender and subject. */
export interface NotificationType<Content = unknown> {
  /** Locale key of its description in the settings. */
  label: string
  /** Icon on the corner of the sender's avatar. */
  icon: string
  /** Locale key of its text; `{username}` stands for the sender. */
  text: string
  /** Further parameters of the text. */
  params?(props: NotificationProps<Content>, app: App): RichParams
  /** Path of its target, below the base path. */
  link(props: NotificationProps<Content>): string
  /** Excerpt of the subject, below the text. */
  Excerpt?(props: NotificationProps<Content>): ReactNode
}
