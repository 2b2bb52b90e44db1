import type { Database } from '../db/database.ts'
import { type IndexWriter, indexPostsBehind, indexTitlesBehind } from './index-rows.ts'

export interface RebuildOptions {
  /** Told after each batch: highest id done of all, over both indexes. */
  progress?: (done: number, total: number) => void
  /** Ends the work after the batch it is at. */
  signal?: AbortSignal
}

const batchSize = 1000

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
