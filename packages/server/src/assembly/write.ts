import { lockLivingRows } from '../engine/jsonapi/rows.ts'
import type { SentEvent } from '../engine/realtime/delivery.ts'
import { type CountChange, changesAt, storeChanges } from '../features/statistics/counts.ts'
import type { Context, Forum, Log, WriteContext } from '../points/context/context.ts'
import type { Points } from '../points/extension-point.ts'
import '../features/users/table.ts'

type Effect = () => void | Promise<void>

interface UserChange {
  userIds: readonly number[] | (() => Promise<readonly number[]>)
  change(livingIds: ReadonlySet<number>): Promise<void>
}

/** `Forum.write` of one build of a forum. */
export function createWrite(
  { database, points, log }: Pick<Forum, 'database' | 'points' | 'log'>,
  publish: (event: SentEvent) => void,
): Forum['write'] {
  return async (context, work) => {
    let effects: Effect[] = []
    const result = await database.transaction(async (db) => {
      // A transaction may be retried after a deadlock: discards the effects of the previous run.
      effects = []
      const pending = effects
      const userChanges: UserChange[] = []
      const counted: CountChange[] = []
      const writing: WriteContext = {
        ...context,
        cache: new Map(),
        db,
        async emit(name, event) {
          await points.on.dispatch(name, event, writing)
          const afterwards: Context = { ...context, cache: new Map(), db: database.read }
          pending.push(() => points.afterCommit.dispatch(name, event, afterwards))
        },
        changeUsers: (userIds, change) => void userChanges.push({ userIds, change }),
        count(series, at, change, units) {
          if (!points.statistics.has(series)) throw new Error(`No series '${series}' is declared`)
          counted.push(...changesAt({ series, at, change, now: context.now, ...(units && { units }) }))
        },
        publish(name, data) {
          const event = checkedEvent(points, name, data)
          pending.push(() => publish(event))
        },
        afterCommit: (effect) => void pending.push(effect),
      }
      const result = await work(writing)
      await changeUsers(writing, userChanges)
      await storeChanges(db, database.dialect, counted)
      return result
    })
    for (const effect of effects) await runEffect(effect, log)
    return result
  }
}

/** It has to fit into a message between processes. */
const maximumEventBytes = 6000

/** Throws for an event that is not declared, and for data that it does not have: both are bugs. */
function checkedEvent({ realtime }: Points, name: string, data: unknown): SentEvent {
  const event = realtime.events.get(name)
  if (!event) throw new Error(`No event '${name}' of real time is declared`)
  const checked = event.data.parse(data)
  const bytes = Buffer.byteLength(JSON.stringify(checked))
  if (bytes > maximumEventBytes) throw new Error(`The data of the event '${name}' have ${bytes} bytes`)
  return { name, data: checked }
}

/** Makes the changes to users that were deferred to the end, and those that they defer in turn. */
async function changeUsers(context: WriteContext, changes: UserChange[]): Promise<void> {
  while (changes.length > 0) {
    const batch = changes.splice(0)
    const ids = new Set<number>()
    for (const { userIds } of batch) {
      for (const id of typeof userIds === 'function' ? await userIds() : userIds) ids.add(id)
    }
    const livingIds = new Set(await lockLivingRows(context, 'users', [...ids]))
    for (const { change } of batch) await change(livingIds)
  }
}

async function runEffect(effect: Effect, log: Log): Promise<void> {
  try {
    await effect()
  } catch (error) {
    log.error({ err: error }, 'An effect after a commit failed; the commit itself is durable')
  }
}
