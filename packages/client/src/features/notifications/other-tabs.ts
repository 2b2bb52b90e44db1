import type { App } from '../../points/app.ts'
import { browserStorage } from '../../store/browser-storage.ts'
import type { NotificationChange } from './pending-changes.ts'

const key = 'parley.notifications'

type Access = Pick<App, 'userId' | 'forum'>

/** Tells the other tabs of this forum and account about a change that the server has made. */
export function tellOtherTabs({ userId, forum }: Access, change: NotificationChange): void {
  const message = { userId, forum: forum.apiUrl, change, at: Date.now() }
  try {
    browserStorage('localStorage')?.setItem(key, JSON.stringify(message))
  } catch {
    // The storage is full. Other tabs learn of the change when they load their lists again.
  }
}

/** Follows the changes of other tabs. @returns stops following. */
export function followOtherTabs(
  { userId, forum }: Access,
  onChange: (change: NotificationChange) => void,
): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key !== key || event.newValue === null) return
    const message = JSON.parse(event.newValue) as {
      userId: string
      forum: string
      change: NotificationChange
    }
    if (message.userId === userId && message.forum === forum.apiUrl) onChange(message.change)
  }
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}
