import type { Context, Field, ForumRow } from '@parley/server'
import type { PageLink } from '../shared.ts'
import { mayOpen } from './rights.ts'

/** The pages in the navigation and in the footer that the visitor may open, from the table in memory. */
function linksFor({ actor, forum }: Context): PageLink[] {
  const pages = forum.tables.get('pages').linked.filter((page) => mayOpen(actor, page))
  return pages.map((page) => ({
    id: String(page.id),
    title: page.title,
    slug: page.slug,
    icon: page.navigation_icon,
    position: page.navigation_position,
    inNavigation: page.is_in_navigation,
    inFooter: page.is_in_footer,
  }))
}

/** The attribute of the forum. A forum without such pages sends nothing. */
export const pagesLinks: Field<ForumRow> = {
  json: 'array',
  visible: (_forum, context) => linksFor(context).length > 0,
  get: (_forum, context) => linksFor(context),
}
