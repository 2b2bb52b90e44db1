import type { StoreRecord } from '../../store/record.ts'
import type { StreamWindow } from './post-stream/stream-window.ts'

/** The highest number of a discussion: that of its last comment, or of an event after it that is loaded. */
export function lastNumber(
  { lastPostNumber = 1 }: Pick<StoreRecord<'discussions'>, 'lastPostNumber'>,
  { posts }: StreamWindow,
): number {
  return Math.max(1, lastPostNumber, posts.at(-1)?.number ?? 1)
}
