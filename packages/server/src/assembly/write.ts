import type { Context, Forum, Log, WriteContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { EventName, Events } from '../points/events.ts'
import type { Points } from '../points/points.ts'

type Effect = () => void | Promise<void>

/** `Forum.write` of one build of a forum. */
export function createWrite(database: Database, points: Points, log: Log): Forum['write'] {
  return async (context, work) => {
    let effects: Effect[] = []
    const result = await database.transaction(async (db) => {
      // A transaction may run again after a deadlock; what its first attempt left to do is void.
      effects = []
      const noted = effects
      const writing: WriteContext = {
        ...context,
        notes: new Map(),
        db,
        async emit(name, event) {
          await points.on.tell(name, event, writing)
          noted.push(() => tellAfterwards(points, database, context, name, event))
        },
        afterCommit: (effect) => void noted.push(effect),
      }
      return work(writing)
    })
    for (const effect of effects) await runEffect(effect, log)
    return result
  }
}

/** Those who listen `afterCommit` read what was committed; the transaction is over for them. */
function tellAfterwards<Name extends EventName>(
  points: Points,
  database: Database,
  context: Context,
  name: Name,
  event: Events[Name],
): Promise<void> {
  const over = () => {
    throw new Error('The transaction is over: emit and afterCommit belong into `on`')
  }
  const afterwards: WriteContext = {
    ...context,
    notes: new Map(),
    db: database.read,
    emit: async () => over(),
    afterCommit: over,
  }
  return points.afterCommit.tell(name, event, afterwards)
}

async function runEffect(effect: Effect, log: Log): Promise<void> {
  try {
    await effect()
  } catch (error) {
    log.error({ err: error }, 'What follows a change failed; the change itself is made')
  }
}
