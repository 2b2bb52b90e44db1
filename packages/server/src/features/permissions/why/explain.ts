import { currentRow, loadRows, resourceOf } from '../../../engine/jsonapi/rows.ts'
import { DeletedConcurrently, notFound } from '../../../infrastructure/errors.ts'
import { Actor } from '../../../points/context/actor.ts'
import { type Context, rulesOf } from '../../../points/context/context.ts'
import { type Decision, ExplainedActor } from '../../../points/context/explained-actor.ts'
import type { ResourceType } from '../../../points/resources/resource-rows.ts'
import { type ActorParts, actorParts, selectAccounts } from '../../groups/account-rows.ts'

/** Whether a person may do something, to be explained. */
export interface Question {
  /** Absent for a guest. */
  userId?: number
  ability: string
  /** The row in question; absent for what concerns no particular row. */
  object?: { type: ResourceType; id: number }
}

/** The answer to a question, with the decisions that the rules of the forum made. */
export interface Explanation {
  isAllowed: boolean
  actor: ExplainedActor
  /** The username; absent for guests. */
  username?: string
  /** Whether the person sees the row: what cannot be seen cannot be changed either. Absent without a row. */
  view?: Decision
  /** The ability; absent if it is to see the row. */
  decision?: Decision
  /** The row passes the policies but not the conditions of lists: it is deleted, or an extension leaves it out. */
  isLeftOut: boolean
}

/** Answers a question by the rules that requests of the person meet. @throws 404 for a missing person or row. */
export async function explain({ userId, ability, object }: Question, context: Context): Promise<Explanation> {
  const person = await findPerson(userId, context)
  const actor = new ExplainedActor(...person.parts)
  const named = { actor, ...(person.username !== undefined && { username: person.username }) }
  if (!object) {
    const decision = actor.explain(ability)
    return { ...named, isAllowed: decision.isAllowed, decision, isLeftOut: false }
  }
  const row = await findObject(object.type, object.id, context)
  if (row === 'deleted') return { ...named, isAllowed: false, isLeftOut: true }
  const view = actor.explain('view', object.type, row)
  // A plain actor, as the conditions of lists are no steps of the decision.
  const viewer: Context = {
    ...context,
    actor: new Actor(...person.parts),
    cache: new Map(),
  }
  const isSeen = (await loadRows(viewer, object.type, [object.id])).has(object.id)
  const isLeftOut = view.isAllowed && !isSeen
  if (ability === 'view') return { ...named, isAllowed: isSeen, view, isLeftOut }
  const decision = actor.explain(ability, object.type, row)
  return { ...named, isAllowed: isSeen && decision.isAllowed, view, decision, isLeftOut }
}

interface Person {
  username?: string
  parts: ActorParts
}

async function findPerson(id: number | undefined, context: Context): Promise<Person> {
  const { forum } = context
  if (id === undefined) return { parts: [rulesOf(forum)] }
  const rows = await selectAccounts(context).select('users.username').where('users.id', '=', id).execute()
  const [row] = rows
  const parts = actorParts(forum, rows)
  if (!row || !parts) throw notFound()
  return { username: row.username, parts }
}

async function findObject(type: ResourceType, id: number, context: Context): Promise<object | 'deleted'> {
  try {
    const row = await currentRow(context, type, id)
    if (row) return row
  } catch (error) {
    // A row whose parent is deleted goes with it.
    if (error instanceof DeletedConcurrently) return 'deleted'
    throw error
  }
  if (await isMarkedAsDeleted(type, id, context)) return 'deleted'
  throw notFound()
}

/** Whether a row is deleted, but not removed yet. */
async function isMarkedAsDeleted(type: ResourceType, id: number, context: Context): Promise<boolean> {
  const { table, deletedInBatches } = resourceOf(context, type)
  if (!table || !deletedInBatches) return false
  const row = await context.db
    .selectFrom(table as 'users')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
