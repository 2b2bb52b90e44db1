import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Context, timestamp, type WriteContext } from '../../points/context/context.ts'
import type { ResourceType } from '../../points/resources/resource-rows.ts'
import { resourceOf } from '../jsonapi/rows.ts'
import { enqueueJob } from '../queue/enqueue-job.ts'
import './table.ts'

/**
 * Deletes a row of a type that is `deletedInBatches`, which the caller has locked. From the commit on nobody finds it.
 * What counts it is settled after the commit and before `forum.write` resolves, a batch at a time; a job then removes
 * what belongs to it. After a crash the job does both.
 */
export async function deleteRow(context: WriteContext, type: ResourceType, id: number): Promise<void> {
  const { db, forum } = context
  const { table, deletedInBatches } = resourceOf(context, type)
  if (!table || !deletedInBatches) throw new Error(`Rows of '${type}' are not deleted in batches`)
  await sql`update ${sql.table(table)} set deleted_at = ${timestamp(context)} where id = ${id}`.execute(db)
  const deletion = await db
    .insertInto('deletions')
    .values({ type, row_id: id, created_at: timestamp(context) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const steps = [...forum.points.deletions.settle(type).keys()]
  if (steps.length > 0) {
    await db
      .insertInto('deletion_steps')
      .values(steps.map((name, place) => ({ deletion_id: deletion.id, place, name })))
      .execute()
  }
  const system: Context = { ...context, db: forum.database.read, notes: new Map() }
  context.afterCommit(() => finishDeletion(system, deletion.id))
  await purgeLater(context, deletion.id)
}

/** Has a job remove what belongs to a deleted row. */
export function purgeLater(context: WriteContext, id: number): Promise<void> {
  return enqueueJob(context, 'deletions.sweep', { id }, { key: String(id) })
}

/** Does what is left of a deletion's settling steps. Several may do so at the same time. */
export async function finishDeletion(context: Context, deletionId: number): Promise<void> {
  while (await context.forum.write(context, (writing) => settleSome(writing, deletionId))) await turn()
}

/** Whether anything was left. */
async function settleSome(context: WriteContext, deletionId: number): Promise<boolean> {
  const { db, forum } = context
  const deletion = await lockDeletion(context, deletionId)
  if (!deletion) return false
  const step = await db
    .selectFrom('deletion_steps')
    .selectAll()
    .where('deletion_id', '=', deletionId)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()
  if (!step) return false
  // A step of an extension that was disabled meanwhile has nobody to do it.
  const settle = forum.points.deletions.settle(deletion.type).get(step.name)
  const { type, row_id: id } = deletion
  const after = [step.after_1, step.after_2] as const
  const next = await settle?.(context, { type: type as ResourceType, id, after })
  if (next) {
    await db
      .updateTable('deletion_steps')
      .set({ after_1: next[0], after_2: next[1] })
      .where('deletion_id', '=', deletionId)
      .where('place', '=', step.place)
      .execute()
  } else {
    await db
      .deleteFrom('deletion_steps')
      .where('deletion_id', '=', deletionId)
      .where('place', '=', step.place)
      .execute()
  }
  return true
}

/** The deletion, locked until the transaction ends; undefined when it is over. */
export function lockDeletion({ db, forum }: WriteContext, id: number) {
  return db
    .selectFrom('deletions')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(forum.database.dialect.forUpdate)
    .executeTakeFirst()
}
