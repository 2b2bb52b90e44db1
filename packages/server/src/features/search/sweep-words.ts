import { setTimeout as sleep } from 'node:timers/promises'
import { type Job, type NoPayload, noPayload } from '../../points/jobs/jobs.ts'
import { type IndexWriter, postIndex, titleIndex } from './index-rows.ts'

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Removes the words that no title or post has any more from the vocabulary of the search. */
    'search-words.sweep': NoPayload
  }
}

/** Words per transaction, which takes some milliseconds. */
const batchSize = 50

export const sweepWords: Job<NoPayload> = {
  schema: noPayload,
  every: '40 4 * * 0',
  timeout: 3600,
  async run(_payload, { forum: { database } }, { signal }) {
    const { dialect } = database
    let after: string | undefined = ''
    while (after !== undefined) {
      signal.throwIfAborted()
      const startedAt = performance.now()
      const last: string = after
      after = await database.transaction((db) => removeUnusedWords({ db, dialect }, last))
      // Pauses as long as the batch took, so that requests get at least half of the thread.
      await sleep(performance.now() - startedAt)
    }
  },
}

/** Examines a batch of the vocabulary after a word. Returns the last word; undefined when none was left. */
export function removeUnusedWords({ db, dialect }: IndexWriter, after: string): Promise<string | undefined> {
  return dialect.fullText.removeUnusedWords(db, [titleIndex, postIndex], after, batchSize)
}
