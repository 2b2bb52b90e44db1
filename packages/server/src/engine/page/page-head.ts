import { toWireJson } from '@parley/shared'
import { Escaped } from '../../infrastructure/xml/escaped.ts'
import type { Context } from '../../points/context/context.ts'
import { hasFeed } from '../../points/discovery/feeds.ts'
import { forumFactsOf } from '../../points/requests/forum-facts.ts'
import type { PageFacts } from '../../points/requests/page-facts.ts'
import { anonymousContext } from '../http/answers/failures.ts'
import { html } from '../http/html/html.ts'
import type { RenderedPage } from './client-module.ts'

/** The head elements that describe a page: its place among other pages, its previews elsewhere, its structured data. */
export function pageHead(context: Context, page: RenderedPage, facts: PageFacts): Escaped {
  const { forum } = context
  const address = (path: string) => (path.startsWith('/') ? forum.baseUrl + path : path)
  const link = (rel: string, path: string | undefined) =>
    path === undefined ? [] : [html`<link rel="${rel}" href="${address(path)}">\n`]
  const description = page.description || facts.description || forumFactsOf(forum).description
  const parts = [
    ...link('prev', page.prev),
    ...link('next', page.next),
    ...link('canonical', page.canonical),
    ...(description ? [html`<meta name="description" content="${description}">\n`] : []),
    ...(facts.isIndexed === false ? [html`<meta name="robots" content="noindex">\n`] : []),
    ...(page.status === 200 ? openGraph(context, page, facts, description) : []),
    ...(page.status === 200 ? feedLinks(context, page.feed ?? facts.feed) : []),
    // Search engines are guests.
    ...(page.status === 200 && context.actor.isGuest ? structuredDataOf(facts) : []),
  ]
  return html`${parts}`
}

/** Open Graph, https://ogp.me: how other sites show a link to the page. */
function openGraph(
  { forum }: Context,
  page: RenderedPage,
  facts: PageFacts,
  description: string | null,
): Escaped[] {
  const { title: name, logo } = forumFactsOf(forum)
  const values: Record<string, string | null | undefined> = {
    'og:type': facts.kind ?? 'website',
    'og:site_name': name,
    'og:title': page.heading ?? name,
    'og:url': page.canonical === undefined ? undefined : addressOf(forum.baseUrl, page.canonical),
    'og:description': description,
    'og:image': facts.image ?? logo,
  }
  return Object.entries(values).flatMap(([property, content]) =>
    content ? [html`<meta property="${property}" content="${content}">\n`] : [],
  )
}

function addressOf(baseUrl: string, path: string): string {
  return path.startsWith('/') ? baseUrl + path : path
}

function feedLinks(context: Context, feed: PageFacts['feed']): Escaped[] {
  const { forum } = context
  // Feeds are rendered for guests: where guests may not see the forum there are none.
  const guest = context.actor.isGuest ? context : anonymousContext(forum)
  if (!guest.actor.can(forum.points.forumFacts.viewPermission)) return []
  const { title } = forumFactsOf(forum)
  const all = { title, path: '/atom' }
  return [all, ...(feed && hasFeed(guest, feed.path) ? [feed] : [])].map(
    ({ title, path }) =>
      html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${forum.baseUrl}${path}">\n`,
  )
}

/** Data blocks, https://schema.org: the script policy does not apply to them, because no browser runs them. */
function structuredDataOf({ structuredData }: PageFacts): Escaped[] {
  return (structuredData ?? []).map((thing) => {
    const json = toWireJson({ '@context': 'https://schema.org', ...thing })
    return html`<script type="application/ld+json">${new Escaped(json)}</script>\n`
  })
}
