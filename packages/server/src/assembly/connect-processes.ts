import type { GuestPageCache } from '../engine/page/guest-cache.ts'
import { invalidateChangedPages } from '../engine/page/invalidate-pages.ts'
import { changesForOthers } from '../engine/realtime/changes-for-others.ts'
import { readMessage, writeChanges } from '../engine/realtime/line-messages.ts'
import type { Realtime } from '../engine/realtime/realtime.ts'
import type { TableChange } from '../infrastructure/db/changes.ts'
import type { Database } from '../infrastructure/db/database.ts'
import type { Forum } from '../points/context/context.ts'
import { tokenTable } from './realtime-services.ts'

/** What of a process follows the changes of the database. */
interface Followers {
  database: Database
  realtime: Realtime
  pageCache: GuestPageCache | undefined
}

/**
 * Passes each change by this process to what follows it here, and to the other processes. The returned function begins to
 * listen to those: what they change, and the events that they publish.
 */
export function connectProcesses(
  { database, realtime, pageCache }: Followers,
  forum: () => Forum,
): { listen(): void } {
  const { line } = database
  const dropPages = pageCache && invalidateChangedPages(pageCache, forum)
  database.onChange(async (changes) => {
    realtime.noteChanges(changes)
    line?.send(writeChanges(changesForOthers(changes, forum().points, tokenTable)))
    await dropPages?.(changes)
  })
  const handleLoss = () => {
    pageCache?.clear()
    realtime.refreshAll()
  }
  const handleChanges = (changes: readonly TableChange[]) => {
    realtime.noteChanges(changes)
    void dropPages?.(changes)
  }
  return {
    listen() {
      line?.listen({
        onLoss: handleLoss,
        onMessage(message) {
          const { event, changes } = readMessage(message)
          if (event) realtime.publish(event)
          else if (changes) handleChanges(changes)
          else handleLoss()
        },
      })
    },
  }
}
