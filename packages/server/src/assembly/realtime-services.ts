import type { SentEvent } from '../engine/realtime/delivery.ts'
import { writeEvent } from '../engine/realtime/line-messages.ts'
import { Realtime, type RealtimeLimits } from '../engine/realtime/realtime.ts'
import { livingTokens } from '../features/access-tokens/tokens.ts'
import { loadRecipients } from '../features/notifications/sync/recipients.ts'
import '../features/settings/declared.ts'
import type { Database } from '../infrastructure/db/database.ts'
import { Actor } from '../points/context/actor.ts'
import { type Context, type Log, rulesOf } from '../points/context/context.ts'

/** The table of the sessions. */
export const tokenTable = 'access_tokens'

/** Delivers an event to the browsers of this process and of the others. */
export function publishEvent(
  { realtime, database }: { realtime: Realtime; database: Database },
  event: SentEvent,
): void {
  realtime.publish(event)
  database.line?.send([writeEvent(event)])
}

/** Makes the real time of a process. `context` makes a context of the current build with all permissions. */
export function createRealtime(
  { log, context }: { log: Log; context: () => Context },
  limits: Partial<RealtimeLimits> | undefined,
): Realtime {
  return new Realtime(
    {
      log,
      tokenTable,
      context() {
        const current = context()
        return current.forum.isForAdministratorsOnly ? undefined : current
      },
      isOn: () => context().forum.settings.get('realtime'),
      async loadActors(current, ids) {
        const accounts = ids.filter((id) => id !== 0)
        const recipients = accounts.length > 0 ? await loadRecipients(current, accounts) : []
        const actors = new Map(recipients.map(({ id, actor }) => [id, actor]))
        return actors.set(0, new Actor(rulesOf(current.forum)))
      },
      livingTokens: ({ db, forum, now }, ids) => livingTokens(db, forum.database.dialect, { ids, now }),
    },
    limits,
  )
}
