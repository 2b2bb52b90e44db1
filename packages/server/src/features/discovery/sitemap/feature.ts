import { notFound } from '../../../infrastructure/errors.ts'
import { defineExtension } from '../../../points/extension.ts'
import { publicRoute, requirePublicForum } from '../../../points/requests/public-route.ts'
import { robotsText } from './robots.ts'
import { sitemapFile, sitemapIndex } from './sitemap.ts'
import { sitemapSources } from './sources.ts'

const seconds = 3600
const xmlFile = { mediaType: 'application/xml', seconds }

/** `robots.txt`, and a sitemap of the pages that guests may see. */
export const sitemapFeature = defineExtension({
  sitemap: sitemapSources,
  routes: [
    publicRoute('/robots.txt', {
      summary: 'Tell search engines where to look',
      mediaType: 'text/plain',
      seconds,
      write: robotsText,
    }),
    publicRoute('/sitemap.xml', {
      ...xmlFile,
      summary: 'List the files of the sitemap',
      write(context) {
        requirePublicForum(context)
        return sitemapIndex(context)
      },
    }),
    publicRoute('/sitemap-:file', {
      ...xmlFile,
      summary: 'List addresses of pages',
      async write(context, { file = '' }) {
        requirePublicForum(context)
        const [, name, number] = /^([a-z]+)-([1-9]\d{0,8})\.xml$/.exec(file) ?? []
        const source = context.forum.points.sitemap.get(name ?? '')
        const text = source && (await sitemapFile(context, source, Number(number)))
        if (text === undefined) throw notFound()
        return text
      },
    }),
  ],
})
