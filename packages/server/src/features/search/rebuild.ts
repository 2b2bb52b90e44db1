import { z } from 'zod'
import { enqueueJob } from '../../engine/queue/enqueue-job.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import { highestId } from '../../infrastructure/db/highest-id.ts'
import type { Job } from '../../points/jobs/jobs.ts'
import { type IndexWriter, indexPostsAfter, indexTitlesAfter } from './index-rows.ts'
import { removeUnusedWords } from './sweep-words.ts'

export interface RebuildOptions {
  /** Called after each batch with the highest indexed id and the highest id of all, summed over both indexes. */
  progress?: (done: number, total: number) => void
  /** Stops after the current batch. */
  signal?: AbortSignal
}

const batchSize = 1000

/** Batches of a job are small, because other writers wait for each; one job enqueues the next. */
const batchSizeOfJob = 200
const batchesPerJob = 50

/** Indexes a batch of rows with higher ids and returns the last id; undefined after the last batch. */
type Step = (writer: IndexWriter, id: number, limit: number) => Promise<number | undefined>

const steps = [
  ['discussions', indexTitlesAfter],
  ['posts', indexPostsAfter],
] as const

/** For a migration: indexes all rows in its transaction. */
export async function indexAll(writer: IndexWriter): Promise<void> {
  for (const [, step] of steps) await repeat(step, (run) => run(writer))
}

/**
 * Indexes all rows again and removes unused words, in one transaction per batch. Safe while the forum runs: searches keep
 * finding what they found before.
 */
export async function rebuildSearch(database: Database, { progress, signal }: RebuildOptions = {}) {
  const { read } = database
  const totals = [await highestId(read, 'discussions'), await highestId(read, 'posts')]
  const total = totals.reduce((sum, count) => sum + count, 0)
  let before = 0
  for (const [index, [, step]] of steps.entries()) {
    await repeat(step, async (run) => {
      if (signal?.aborted) return undefined
      const { dialect } = database
      const last = await database.transaction((db) => run({ db, dialect }))
      if (last !== undefined) progress?.(before + last, total)
      return last
    })
    before += totals[index] ?? 0
  }
  let after: string | undefined = ''
  while (after !== undefined && !signal?.aborted) {
    const last: string = after
    after = await database.transaction((db) => removeUnusedWords({ db, dialect: database.dialect }, last))
  }
}

/** The progress of a reindexing. */
interface ReindexPayload {
  /** Index in `steps`. */
  step: number
  /** The id that was indexed last. */
  behind: number
}

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Indexes all rows again like the command `search:rebuild`, one part per job. */
    'search.reindex': ReindexPayload
  }
}

/** The name of the job; migrations that change the format of an index enqueue it. */
export const reindexJob = 'search.reindex'

/** Indexes the next rows, and enqueues the job that continues after them. */
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
    for (let batch = 0; batch < batchesPerJob && last !== undefined; batch += 1) {
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
    const after: number = last
    last = await runIn((writer) => step(writer, after, batchSize))
  }
}
