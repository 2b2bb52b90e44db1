import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { defineExtension } from '../extension.ts'
import type { Route, RouteAnswer } from '../points/routes.ts'
import { robotsText } from './robots.ts'
import { sitemapFile, sitemapIndex } from './sitemap.ts'
import { sitemapSources } from './sources.ts'

/** Tells search engines where to look: `robots.txt`, and a sitemap of what guests may see. */
export const sitemapFeature = defineExtension({
  routes: [
    publicRoute('/robots.txt', 'text/plain', 'Tell search engines where to look', async (context) =>
      robotsText(context),
    ),
    publicRoute('/sitemap.xml', 'application/xml', 'List the files of the sitemap', async (context) => {
      requireView(context)
      return sitemapIndex(context, sitemapSources)
    }),
    publicRoute('/sitemap-:file', 'application/xml', 'List addresses of pages', async (context, file) => {
      requireView(context)
      const [, name, number] = /^([a-z]+)-([1-9]\d{0,8})\.xml$/.exec(file) ?? []
      const source = sitemapSources.find((one) => one.name === name)
      const text = source && (await sitemapFile(context, source, Number(number)))
      if (text === undefined) throw notFound()
      return text
    }),
  ],
})

function publicRoute(
  path: string,
  mediaType: string,
  summary: string,
  read: (context: Context, file: string) => Promise<string>,
): Route {
  return {
    method: 'GET',
    path,
    isPublic: true,
    describes: { summary, answers: { 200: { text: mediaType }, 404: 'error' } },
    async run({ params }, context): Promise<RouteAnswer> {
      const text = await read(context, params.file ?? '')
      const contentType = `${mediaType}; charset=utf-8`
      return { status: 200, text, contentType, headers: { 'cache-control': 'public, max-age=3600' } }
    },
  }
}

function requireView({ actor }: Context): void {
  if (!actor.can('viewForum')) throw notFound()
}
