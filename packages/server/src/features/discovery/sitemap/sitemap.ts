import type { Escaped } from '../../../infrastructure/xml/escaped.ts'
import { xml } from '../../../infrastructure/xml/xml.ts'
import { type Context, visitorOf } from '../../../points/context/context.ts'
import type { SitemapPage, SitemapSource } from '../../../points/discovery/sitemap.ts'

/** Ids per file: fewer pages than the limit of 50,000 in https://www.sitemaps.org/protocol.html. */
const idsPerFile = 10_000
const rowsPerQuery = 1000
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The index of the sitemap's files. It omits their `lastmod`, which would require reading every row. */
export async function sitemapIndex(context: Context): Promise<string> {
  const files: Escaped[] = []
  for (const [name, source] of context.forum.points.sitemap) {
    const last = Math.ceil((await source.highest(context)) / idsPerFile)
    for (let number = 1; number <= last; number++) {
      const file = `${context.forum.baseUrl}/sitemap-${name}-${number}.xml`
      files.push(xml`<sitemap><loc>${file}</loc></sitemap>\n`)
    }
  }
  return xml`<?xml version="1.0" encoding="utf-8"?>
<sitemapindex xmlns="${namespace}">
${files}</sitemapindex>
`.text
}

/** A file of the sitemap; numbers start at 1, undefined after the last. Reads the pages in steps by id. */
export async function sitemapFile(
  context: Context,
  source: SitemapSource,
  number: number,
): Promise<string | undefined> {
  const first = (number - 1) * idsPerFile
  if (number < 1 || first >= (await source.highest(context))) return undefined
  const last = first + idsPerFile
  const urls = await context.forum.database.longRead(visitorOf(context), async (db) => {
    const read: Escaped[] = []
    for (let after: number | undefined = first; after !== undefined; ) {
      const { pages, lastId } = await source.pages({ ...context, db }, { after, last, limit: rowsPerQuery })
      read.push(...pages.map((page) => urlOf(page, context.forum.baseUrl)))
      after = lastId
    }
    return read
  })
  return xml`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="${namespace}">
${urls}</urlset>
`.text
}

function urlOf({ path, changed }: SitemapPage, baseUrl: string): Escaped {
  return xml`<url><loc>${baseUrl}${path}</loc>${changed ? xml`<lastmod>${changed}</lastmod>` : undefined}</url>\n`
}
