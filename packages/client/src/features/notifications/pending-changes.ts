import { useMemo } from 'react'
import { useRecords } from '../../base/records/use-record.ts'
import { useObservable } from '../../base/use-observable.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { Observable } from '../../store/observable.ts'
import type { StoreRecord } from '../../store/record.ts'

type Notification = StoreRecord<'notifications'>

/** A change of one notification, or of all that are as old as a time or older. */
export type NotificationChange =
  | { kind: 'read'; id: string }
  | { kind: 'readAll' | 'deleteAll'; until: string }

/** The changes that the lists show although they are not sent yet, whatever the server's answers say meanwhile. */
export class PendingChanges extends Observable<readonly NotificationChange[]> {
  constructor() {
    super([])
  }

  add(change: NotificationChange): void {
    this.set([...this.state, change])
  }

  remove(change: NotificationChange): void {
    this.set(this.state.filter((other) => other !== change))
  }
}

const pending = new WeakMap<App, PendingChanges>()

/** Returns the app's pending changes, which the whole page shares. */
export function pendingChanges(app: App): PendingChanges {
  const changes = pending.get(app) ?? new PendingChanges()
  pending.set(app, changes)
  return changes
}

/** Returns a notification as it is after a change; undefined when it is deleted. */
export function afterChange(
  notification: Notification,
  change: NotificationChange,
): Notification | undefined {
  const isMeant =
    change.kind === 'read' ? notification.id === change.id : notification.createdAt <= change.until
  if (!isMeant) return notification
  if (change.kind === 'deleteAll') return undefined
  return notification.isRead ? notification : { ...notification, isRead: true }
}

/** The loaded notifications with these ids, as they are after the pending changes. */
export function useNotifications(ids: readonly string[]): readonly Notification[] {
  const records = useRecords('notifications', ids)
  const changes = useObservable(pendingChanges(useApp()))
  return useMemo(
    () =>
      records.flatMap((record) => {
        const changed = changes.reduce<Notification | undefined>(
          (notification, change) => notification && afterChange(notification, change),
          record,
        )
        return changed ?? []
      }),
    [records, changes],
  )
}
