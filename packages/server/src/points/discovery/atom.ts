import type { Escaped } from '../../infrastructure/xml/escaped.ts'
import { xml } from '../../infrastructure/xml/xml.ts'
import type { Context } from '../context/context.ts'

/** An entry of a feed. Times are RFC 3339. */
export interface FeedEntry {
  /** A permanent id: an address without parts that may be renamed. */
  id: string
  url: string
  title: string
  author: { name: string; url?: string }
  published: string
  /** Rendered content; absent when there is none. */
  html?: string
}

/** A feed. Its paths are below the base URL. */
export interface Feed {
  path: string
  /** The path of the page with the same content. */
  pagePath: string
  title: string
  subtitle?: string | null
  /** Newest first. */
  entries: readonly FeedEntry[]
}

const epoch = '1970-01-01T00:00:00+00:00'

/**
 * The XML of a feed as Atom, https://www.rfc-editor.org/rfc/rfc4287. Its answers have an ETag instead of a Last-Modified
 * header, because edits and hidden posts change them, too.
 */
export function atomFeed({ forum, locale }: Context, feed: Feed): string {
  const { baseUrl } = forum
  const selfUrl = baseUrl + feed.path
  return xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}" xml:base="${baseUrl}/">
<id>${selfUrl}</id>
<title>${feed.title}</title>
${feed.subtitle ? xml`<subtitle>${feed.subtitle}</subtitle>\n` : undefined}<updated>${feed.entries[0]?.published ?? epoch}</updated>
<link rel="self" type="application/atom+xml" href="${selfUrl}"/>
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
