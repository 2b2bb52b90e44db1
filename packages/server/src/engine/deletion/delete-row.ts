import { sql } from 'kysely'
import { nextTurn } from '../../infrastructure/limits/event-loop.ts'
import { type Context, timestamp, type WriteContext } from '../../points/context/context.ts'
import type { ResourceType } from '../../points/resources/resource-rows.ts'
import { resourceOf } from '../jsonapi/rows.ts'
import { enqueueJob } from '../queue/enqueue-job.ts'
import './table.ts'

/**
 * Deletes a row of a type that is `deletedInBatches`; the caller must lock it first. The row is invisible from the
 * commit on. Between the commit and the end of `forum.write`, batches of settling steps correct counters. Then a job
 * purges the row and its children. After a crash the job runs the settling steps, too.
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
  const system: Context = { ...context, db: forum.database.read, cache: new Map() }
  context.afterCommit(() => finishDeletion(system, deletion.id))
  await purgeLater(context, deletion.id)
}

/** Enqueues the job that purges a deleted row and its children. */
export function purgeLater(context: WriteContext, id: number): Promise<void> {
  return enqueueJob(context, 'deletions.sweep', { id }, { key: String(id) })
}

/** Runs the remaining settling steps of a deletion. Concurrent calls are safe. */
export async function finishDeletion(context: Context, deletionId: number): Promise<void> {
  while (await context.forum.write(context, (writing) => settleBatch(writing, deletionId))) await nextTurn()
}

/** Runs one batch of a settling step. @returns false if none was left. */
async function settleBatch(context: WriteContext, deletionId: number): Promise<boolean> {
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
  // Undefined if the extension of the step was disabled meanwhile: the step is skipped.
  const settle = forum.points.deletions.settle(deletion.type).get(step.name)
  const { type, row_id: id } = deletion
  const after = [step.after_1, step.after_2] as const
  const cursor = await settle?.(context, { type: type as ResourceType, id, after })
  if (cursor) {
    await db
      .updateTable('deletion_steps')
      .set({ after_1: cursor[0], after_2: cursor[1] })
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

/** Selects a deletion and locks it until the transaction ends; undefined if it is finished. */
export function lockDeletion({ db, forum }: WriteContext, id: number) {
  return db
    .selectFrom('deletions')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(forum.database.dialect.forUpdate)
    .executeTakeFirst()
}
