import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { WriteContext } from '../../points/context/context.ts'
import type { ResourceType } from '../../points/resources/resource-rows.ts'
import { type Job, type NoPayload, noPayload } from '../../points/work/jobs.ts'
import { finishDeletion, lockDeletion, purgeLater } from './delete-row.ts'
import './table.ts'

/** Rows removed in one transaction: some milliseconds of the thread that answers requests. */
const batchSize = 100
/** Transactions in one run of the job; what is left then is another job's. */
const batchesAtOnce = 500
const secondsForOneRun = 600

export const purgeJob: Job<{ id: number }> = {
  schema: z.object({ id: z.number().int() }),
  timeout: secondsForOneRun,
  describe: ({ id }) => `Deletion ${id}`,
  async run({ id }, context, { signal }) {
    const { forum } = context
    await finishDeletion(context, id)
    for (let batch = 0; batch < batchesAtOnce; batch++) {
      signal.throwIfAborted()
      const begun = performance.now()
      if (!(await forum.write(context, (writing) => sweepSome(writing, id)))) return
      // As long as it worked, so that others have at least half of the thread.
      await sleep(performance.now() - begun)
    }
    await forum.write(context, (writing) => purgeLater(writing, id))
  },
}

/** Deletions that one run of the job asks for. */
const resumedAtOnce = 1000

/** Asks every night for what was given up: a row that is marked is not to stay. */
export const resumeJob: Job<NoPayload> = {
  schema: noPayload,
  every: '25 4 * * *',
  async run(_payload, context) {
    await context.forum.write(context, async (writing) => {
      const rows = await writing.db
        .selectFrom('deletions')
        .select('id')
        .orderBy('id')
        .limit(resumedAtOnce)
        .execute()
      for (const { id } of rows) await purgeLater(writing, id)
    })
  },
}

/** Removes a batch of what belongs to a deleted row, or at last the row. Whether anything is left. */
async function sweepSome(context: WriteContext, id: number): Promise<boolean> {
  const { db, forum } = context
  const deletion = await lockDeletion(context, id)
  if (!deletion) return false
  const type = deletion.type as ResourceType
  const resource = forum.points.resources.get(type)
  // Its extension is disabled: the job waits for it as jobs do.
  if (!resource?.table) throw new Error(`No extension that is enabled declares the resource '${type}'`)
  for (const sweep of forum.points.deletions.sweep(type)) {
    if ((await sweep(context, { type, ids: [deletion.row_id], limit: batchSize })) > 0) return true
  }
  await sql`delete from ${sql.table(resource.table)} where id = ${deletion.row_id}`.execute(db)
  await db.deleteFrom('deletions').where('id', '=', id).execute()
  return false
}
