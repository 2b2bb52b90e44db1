import type { Escaped } from '../../engine/http/html/escaped.ts'
import { xml } from '../../engine/http/html/xml.ts'
import type { Context } from '../../points/context/context.ts'

/** One thing in a feed. Times are RFC 3339. */
export interface FeedEntry {
  /** Never another one for the same thing: an address without what may be renamed. */
  id: string
  url: string
  title: string
  author: { name: string; url?: string }
  published: string
  /** Rendered; absent where there is nothing to read. */
  html?: string
}

/** A feed; the paths are below the base URL. */
export interface Feed {
  path: string
  /** The page that shows the same. */
  pagePath: string
  title: string
  subtitle?: string | null
  /** The newest first. */
  entries: readonly FeedEntry[]
}

const never = '1970-01-01T00:00:00+00:00'

/**
 * A feed as Atom, https://www.rfc-editor.org/rfc/rfc4287. Answers have an entity tag and no time of their last change:
 * what is edited or hidden changes them too.
 */
export function atomFeed({ forum, locale }: Context, feed: Feed): string {
  const { baseUrl } = forum
  const self = baseUrl + feed.path
  return xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}" xml:base="${baseUrl}/">
<id>${self}</id>
<title>${feed.title}</title>
${feed.subtitle ? xml`<subtitle>${feed.subtitle}</subtitle>\n` : undefined}<updated>${feed.entries[0]?.published ?? never}</updated>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${baseUrl}${feed.pagePath}"/>
${feed.entries.map(entryXml)}</feed>
`.text
}

function entryXml({ id, url, title, author, published, html }: FeedEntry): Escaped {
  return xml`<entry>
<id>${id}</id>
<title>${title}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<author><name>${author.name}</name>${author.url ? xml`<uri>${author.url}</uri>` : undefined}</author>
<published>${published}</published>
<updated>${published}</updated>
${html === undefined ? undefined : xml`<content type="html">${html}</content>\n`}</entry>
`
}
