import type { Database } from '../infrastructure/db/database.ts'
import type { Context, Forum, Log, WriteContext } from '../points/context/context.ts'
import type { Points } from '../points/extension-point.ts'
import '../features/users/table.ts'

type Effect = () => void | Promise<void>

interface UserChange {
  userIds: readonly number[] | (() => Promise<readonly number[]>)
  change(living: ReadonlySet<number>): Promise<void>
}

/** `Forum.write` of one build of a forum. */
export function createWrite(database: Database, points: Points, log: Log): Forum['write'] {
  return async (context, work) => {
    let effects: Effect[] = []
    const result = await database.transaction(async (db) => {
      // A transaction may run again after a deadlock; what its first attempt left to do is void.
      effects = []
      const noted = effects
      const userChanges: UserChange[] = []
      const writing: WriteContext = {
        ...context,
        notes: new Map(),
        db,
        async emit(name, event) {
          await points.on.tell(name, event, writing)
          const afterwards: Context = { ...context, notes: new Map(), db: database.read }
          noted.push(() => points.afterCommit.tell(name, event, afterwards))
        },
        changeUsers: (userIds, change) => void userChanges.push({ userIds, change }),
        afterCommit: (effect) => void noted.push(effect),
      }
      const result = await work(writing)
      await changeUsers(writing, userChanges)
      return result
    })
    for (const effect of effects) await runEffect(effect, log)
    return result
  }
}

/** Makes the changes that were left for the end, and those that follow from them. */
async function changeUsers(context: WriteContext, changes: UserChange[]): Promise<void> {
  while (changes.length > 0) {
    const round = changes.splice(0)
    const ids = new Set<number>()
    for (const { userIds } of round) {
      for (const id of typeof userIds === 'function' ? await userIds() : userIds) ids.add(id)
    }
    const living = ids.size > 0 ? await lockUsers(context, [...ids]) : new Set<number>()
    for (const { change } of round) await change(living)
  }
}

/** Locks users until the transaction ends, in the order of their ids. Returns the ids of those not deleted. */
async function lockUsers({ db, forum }: WriteContext, ids: readonly number[]): Promise<Set<number>> {
  const { dialect } = forum.database
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => dialect.idIn(eb.ref('id'), ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .modifyEnd(dialect.forUpdate)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function runEffect(effect: Effect, log: Log): Promise<void> {
  try {
    await effect()
  } catch (error) {
    log.error({ err: error }, 'What follows a change failed; the change itself is made')
  }
}
