import type { NewNotification } from '../../points/notifications/notifications.ts'
import type { InsertedNotification } from './sync/insert.ts'

/** What is told about notifications. */
export interface NotificationEvents {
  /** Somebody has a notification that they never had; not told when one is given back. */
  'notifications.created': { notification: NewNotification; sent: readonly InsertedNotification[] }
}

declare module '../../points/work/event-types.ts' {
  interface Events extends NotificationEvents {}
}
