import { z } from 'zod'
import { enqueueJob } from '../../engine/queue/enqueue-job.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Job } from '../../points/work/jobs.ts'
import { type IndexWriter, indexPostsBehind, indexTitlesBehind } from './index-rows.ts'

export interface RebuildOptions {
  /** Told after each batch: highest id done of all, over both indexes. */
  progress?: (done: number, total: number) => void
  /** Ends the work after the batch it is at. */
  signal?: AbortSignal
}

const batchSize = 1000

/** Batches of a job are small, as writers wait for each, and many jobs follow each other. */
const batchSizeOfJob = 200
const batchesOfJob = 50

/** Indexes a batch behind an id and returns its last one. */
type Step = (writer: IndexWriter, id: number, limit: number) => Promise<number | undefined>

const steps = [
  ['discussions', indexTitlesBehind],
  ['posts', indexPostsBehind],
] as const

/** In a migration: indexes everything that is there. */
export async function indexAll(writer: IndexWriter): Promise<void> {
  for (const [, step] of steps) await repeat(step, (run) => run(writer))
}

/**
 * Indexes everything again, a transaction for each batch. The forum may run meanwhile: whatever is found before is found
 * during it.
 */
export async function rebuildSearch(database: Database, { progress, signal }: RebuildOptions = {}) {
  const totals = [await highestId(database, 'discussions'), await highestId(database, 'posts')]
  const total = totals.reduce((sum, count) => sum + count, 0)
  let before = 0
  for (const [place, [, step]] of steps.entries()) {
    await repeat(step, async (run) => {
      if (signal?.aborted) return undefined
      const { dialect } = database
      const last = await database.transaction((db) => run({ db, dialect }))
      if (last !== undefined) progress?.(before + last, total)
      return last
    })
    before += totals[place] ?? 0
  }
}

/** How far a job has indexed everything again. */
interface ReindexPayload {
  /** Place in `steps`. */
  step: number
  /** What has been indexed last. */
  behind: number
}

declare module '../../points/work/jobs.ts' {
  interface JobTypes {
    /** Indexes everything again, as `search:rebuild` does, a part at a time. */
    'search.reindex': ReindexPayload
  }
}

/** Name of the job; migrations that change the form of an index ask for it. */
export const reindexJob = 'search.reindex'

/** Indexes some more rows, and asks for the job that goes on behind them. */
export const reindex: Job<ReindexPayload> = {
  schema: z.strictObject({
    step: z.int().nonnegative().default(0),
    behind: z.int().nonnegative().default(0),
  }),
  async run({ step, behind }, context, { signal }) {
    const { database } = context.forum
    const { dialect } = database
    const run = steps[step]?.[1]
    if (!run) return
    let last: number | undefined = behind
    for (let batch = 0; batch < batchesOfJob && last !== undefined; batch += 1) {
      const before: number = last
      last = await database.transaction((db) => run({ db, dialect }, before, batchSizeOfJob))
      if (signal.aborted) break
    }
    const next = last === undefined ? { step: step + 1, behind: 0 } : { step, behind: last }
    if (next.step >= steps.length) return
    await context.forum.write(context, (writing) =>
      enqueueJob(writing, reindexJob, next, { key: reindexJob }),
    )
  },
}

async function repeat(
  step: Step,
  runIn: (run: (writer: IndexWriter) => ReturnType<Step>) => ReturnType<Step>,
): Promise<void> {
  let last: number | undefined = 0
  while (last !== undefined) {
    const behind: number = last
    last = await runIn((writer) => step(writer, behind, batchSize))
  }
}

async function highestId({ read }: Database, table: 'discussions' | 'posts'): Promise<number> {
  const { id } = await read
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}
