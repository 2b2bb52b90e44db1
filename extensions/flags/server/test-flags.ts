import type { Context } from '@parley/server'
import type { FlagRow } from '../contract/server.ts'
import { reported } from '../shared.ts'
import { markOldest } from './stored-flags.ts'

/** A forum of a test. */
interface TestedForum {
  current: Pick<Context['forum'], 'database' | 'now'>
}

type FlagValues = Partial<FlagRow> & Pick<FlagRow, 'post_id'>

/** Stores flags for a test: reports as spam, a minute apart, if nothing else is given. */
export function storeFlags({ current }: TestedForum, flags: readonly FlagValues[]): Promise<void> {
  const { database, now } = current
  return database.transaction(async (db) => {
    for (const [index, flag] of flags.entries()) {
      const created_at = new Date(now().getTime() - (flags.length - index) * 60_000).toISOString()
      const report = { type: reported, user_id: null, reason: 'spam', reason_detail: null, created_at }
      await db
        .insertInto('flags')
        .values({ ...report, ...flag, is_oldest: false })
        .execute()
    }
    for (const postId of new Set(flags.map(({ post_id }) => post_id))) await markOldest({ db }, postId)
  })
}

/** The body of a report. */
export function reportOf(postId: unknown, attributes: unknown = { reason: 'spam' }): object {
  return {
    data: { type: 'flags', attributes, relationships: { post: { data: { type: 'posts', id: postId } } } },
  }
}
