import { discussionsFeed, type FeedSource, notFound } from '@parley/server'
import { holdsIn } from './rights.ts'

/** The newest discussions of a tag that guests may see. */
export const tagFeed: FeedSource = {
  summary: 'Show the feed of the new discussions of a tag',
  read(context, { slug = '' }) {
    const tag = context.forum.tables.get('tags').bySlug(slug)
    if (!tag || !holdsIn(context.actor, tag, 'viewForum')) throw notFound()
    const path = encodeURIComponent(tag.slug)
    const head = { path: `/atom/t/${path}`, pagePath: `/t/${path}`, title: tag.name }
    return discussionsFeed(context, head, { tag: tag.slug })
  },
}
