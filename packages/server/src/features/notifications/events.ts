import type { NewNotification } from '../../points/notifications/notifications.ts'
import type { InsertedNotification } from './sync/insert.ts'

/** The events of notifications. */
export interface NotificationEvents {
  /** Emitted for recipients who never had the notification; not emitted when it is restored. */
  'notifications.created': { notification: NewNotification; sent: readonly InsertedNotification[] }
}

declare module '../../points/events/event-types.ts' {
  interface Events extends NotificationEvents {}
}
