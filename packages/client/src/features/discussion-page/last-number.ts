import type { StoreRecord } from '../../store/record.ts'
import type { StreamWindow } from './post-stream/stream-window.ts'

/** The highest post number of a discussion: its last comment's, or that of a loaded event post after it. */
export function lastNumber(
  { lastPostNumber = 1 }: Pick<StoreRecord<'discussions'>, 'lastPostNumber'>,
  { posts }: StreamWindow,
): number {
  return Math.max(1, lastPostNumber, posts.at(-1)?.number ?? 1)
}
