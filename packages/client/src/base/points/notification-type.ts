import type { ReactNode } from 'react'
import type { AnyRecord, StoreRecord } from '../../store/record.ts'
import type { App } from '../app-context.ts'
import type { RichParams } from '../i18n/Rich.tsx'

/** What a notification is drawn from. */
export interface NotificationProps<Content = unknown> {
  notification: StoreRecord<'notifications'>
  content: Content
  /** Who caused it; nobody when their account was deleted. */
  sender: StoreRecord<'users'> | undefined
  /** What it is about. */
  subject: AnyRecord
  /** The discussion it belongs to: the subject itself, or the one that the subject stands in. */
  discussion: StoreRecord<'discussions'> | undefined
}

/** A way that notifications take, as the settings name it. */
export interface NotificationChannel {
  /** Key of its name. */
  label: string
}

/** How the notifications of one type look. `Content` is what they say besides sender and subject. */
export interface NotificationType<Content = unknown> {
  /** Key of the message that says, among the settings, when one gets it. */
  label: string
  /** On the corner of the sender's picture. */
  icon: string
  /** Key of a message that says what happened; `{username}` in it is the sender. */
  text: string
  /** What else the message holds. */
  params?(props: NotificationProps<Content>, app: App): RichParams
  /** Path below the base path that it leads to. */
  link(props: NotificationProps<Content>): string
  /** A line of what it is about, below the message. */
  Excerpt?(props: NotificationProps<Content>): ReactNode
}
