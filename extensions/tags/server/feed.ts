import { type Context, discussionsFeed, type FeedSource, notFound } from '@parley/server'
import { holdsIn } from './rights.ts'
import type { KnownTag } from './tree.ts'

/** The newest discussions of a tag that guests may see. */
export const tagFeed: FeedSource = {
  summary: 'Show the feed of the new discussions of a tag',
  exists: (guest, params) => tagOf(guest, params) !== undefined,
  read(guest, params) {
    const tag = tagOf(guest, params)
    if (!tag) throw notFound()
    const path = encodeURIComponent(tag.slug)
    const head = { path: `/atom/t/${path}`, pagePath: `/t/${path}`, title: tag.name }
    return discussionsFeed(guest, head, { tag: tag.slug })
  },
}

function tagOf(
  { actor, forum }: Context,
  { slug = '' }: Readonly<Record<string, string>>,
): KnownTag | undefined {
  const tag = forum.tables.get('tags').bySlug(slug)
  return tag && holdsIn(actor, tag, 'viewForum') ? tag : undefined
}
