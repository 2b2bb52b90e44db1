import type { Escaped } from '../../engine/http/html/escaped.ts'
import { xml } from '../../engine/http/html/xml.ts'
import { type Context, visitorOf } from '../../points/context/context.ts'
import type { SitemapPage, SitemapSource } from './sources.ts'

/** Ids of one file: fewer pages than the 50,000 that https://www.sitemaps.org/protocol.html allows. */
const idsPerFile = 10_000
const rowsPerQuery = 1000
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The index of the sitemap's files; without the time of their last change, which would take reading every row. */
export async function sitemapIndex(context: Context, sources: readonly SitemapSource[]): Promise<string> {
  const files: Escaped[] = []
  for (const source of sources) {
    const last = Math.ceil((await source.highest(context)) / idsPerFile)
    for (let number = 1; number <= last; number++) {
      const file = `${context.forum.baseUrl}/sitemap-${source.name}-${number}.xml`
      files.push(xml`<sitemap><loc>${file}</loc></sitemap>\n`)
    }
  }
  return xml`<?xml version="1.0" encoding="utf-8"?>
<sitemapindex xmlns="${namespace}">
${files}</sitemapindex>
`.text
}

/** One file of the sitemap, counted from 1; undefined beyond the last. Its pages are read in steps by id. */
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
