import { isVisible } from '../../../engine/jsonapi/rows.ts'
import { highestId } from '../../../infrastructure/db/highest-id.ts'
import type { SitemapSource } from '../../../points/discovery/sitemap.ts'
import { slugOf } from '../../discussions/writing/slugs.ts'
import { userSlug } from '../../users/fields.ts'
import { preferenceOf } from '../../users/preferences.ts'

const discussions: SitemapSource = {
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

/** The pages of the core. */
export const sitemapSources: Readonly<Record<string, SitemapSource>> = { discussions, users }
