import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { WriteContext } from '../../points/context/context.ts'
import { type Job, type NoPayload, noPayload } from '../../points/jobs/jobs.ts'
import type { ResourceType } from '../../points/resources/resource-rows.ts'
import { finishDeletion, lockDeletion, purgeLater } from './delete-row.ts'
import './table.ts'

/** Rows per transaction, which takes some milliseconds of the thread that answers requests. */
const batchSize = 100
/** Transactions per run of the job; another job purges the rest. */
const batchesPerRun = 500
const timeoutSeconds = 600

export const purgeJob: Job<{ id: number }> = {
  schema: z.object({ id: z.number().int() }),
  timeout: timeoutSeconds,
  describe: ({ id }) => `Deletion ${id}`,
  async run({ id }, context, { signal }) {
    const { forum } = context
    await finishDeletion(context, id)
    for (let batch = 0; batch < batchesPerRun; batch++) {
      signal.throwIfAborted()
      const startedAt = performance.now()
      if (!(await forum.write(context, (writing) => purgeBatch(writing, id)))) return
      // Pauses as long as the batch took, so that requests get at least half of the thread.
      await sleep(performance.now() - startedAt)
    }
    await forum.write(context, (writing) => purgeLater(writing, id))
  },
}

/** Deletions that one run of the job resumes. */
const resumedPerRun = 1000

/** Enqueues unfinished deletions every night, in case their jobs failed permanently. */
export const resumeJob: Job<NoPayload> = {
  schema: noPayload,
  every: '25 4 * * *',
  async run(_payload, context) {
    await context.forum.write(context, async (writing) => {
      const rows = await writing.db
        .selectFrom('deletions')
        .select('id')
        .orderBy('id')
        .limit(resumedPerRun)
        .execute()
      for (const { id } of rows) await purgeLater(writing, id)
    })
  },
}

/** Removes a batch of children of a deleted row, and finally the row. @returns whether anything is left. */
async function purgeBatch(context: WriteContext, id: number): Promise<boolean> {
  const { db, forum } = context
  const deletion = await lockDeletion(context, id)
  if (!deletion) return false
  const type = deletion.type as ResourceType
  const resource = forum.points.resources.get(type)
  // If the extension is disabled, the job fails and is retried.
  if (!resource?.table) throw new Error(`No enabled extension declares the resource '${type}'`)
  for (const purge of forum.points.deletions.sweep(type)) {
    if ((await purge(context, { type, ids: [deletion.row_id], limit: batchSize })) > 0) return true
  }
  await sql`delete from ${sql.table(resource.table)} where id = ${deletion.row_id}`.execute(db)
  await db.deleteFrom('deletions').where('id', '=', id).execute()
  return false
}
