import { isVisible } from '../../../engine/jsonapi/rows.ts'
import { highestId } from '../../../infrastructure/db/highest-id.ts'
import type { Context } from '../../../points/context/context.ts'
import { slugOf } from '../../discussions/writing/slugs.ts'
import { userSlug } from '../../users/fields.ts'
import { preferenceOf } from '../../users/preferences.ts'

/** A page in the sitemap: its path below the base URL and the time of its last change (ISO 8601). */
export interface SitemapPage {
  path: string
  changed?: string | null
}

/** A source of pages with at most one page per id, so that each file is a range of ids. */
export interface SitemapSource {
  /** Part of the names of its files. */
  name: string
  /** The highest id; 0 without rows. */
  highest(context: Context): Promise<number>
  /**
   * Reads the pages of at most `limit` visible rows with ids above `after` and up to `last`. `lastId` is the id of the
   * last row when more may follow, otherwise undefined.
   */
  pages(context: Context, range: IdRange): Promise<{ pages: SitemapPage[]; lastId: number | undefined }>
}

export interface IdRange {
  after: number
  last: number
  limit: number
}

const discussions: SitemapSource = {
  name: 'discussions',
  highest: ({ db }) => highestId(db, 'discussions'),
  async pages(context, { after, last, limit }) {
    const rows = await context.db
      .selectFrom('discussions')
      .selectAll('discussions')
      .where('discussions.id', '>', after)
      .where('discussions.id', '<=', last)
      .where(isVisible(context, 'discussions'))
      .orderBy('discussions.id')
      .limit(limit)
      .execute()
    const pages = rows.map((row) => ({
      path: `/d/${encodeURIComponent(slugOf(row, context))}`,
      changed: row.last_posted_at ?? row.created_at,
    }))
    return { pages, lastId: lastIdOf(rows, limit) }
  },
}

/** Profiles of users who have comments and allow search engines to index them. */
const users: SitemapSource = {
  name: 'users',
  highest: ({ db }) => highestId(db, 'users'),
  async pages(context, { after, last, limit }) {
    const rows = await context.db
      .selectFrom('users')
      .select(['users.id', 'users.username', 'users.preferences', 'users.comment_count'])
      .where('users.id', '>', after)
      .where('users.id', '<=', last)
      .where(isVisible(context, 'users'))
      .orderBy('users.id')
      .limit(limit)
      .execute()
    const shown = rows.filter(
      (row) => row.comment_count > 0 && preferenceOf(row, 'indexProfile', context.forum) !== false,
    )
    const pages = shown.map((row) => ({ path: `/u/${encodeURIComponent(userSlug(row, context))}` }))
    return { pages, lastId: lastIdOf(rows, limit) }
  },
}

function lastIdOf(rows: readonly { id: number }[], limit: number): number | undefined {
  return rows.length < limit ? undefined : rows.at(-1)?.id
}

export const sitemapSources: readonly SitemapSource[] = [discussions, users]
