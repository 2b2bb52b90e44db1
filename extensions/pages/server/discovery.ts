import type { Extension, SitemapSource } from '@parley/server'
import { contentPlain, truncate } from '@parley/shared/markup'
import type { Page } from '../shared.ts'
import { openPages } from './find.ts'

/** The pages that guests may open, for search engines. */
export const pagesInSitemap: SitemapSource = {
  highest: async ({ forum }) => forum.tables.get('pages').all.at(-1)?.id ?? 0,
  async pages(context, { after, last, limit }) {
    const inRange = openPages(context).filter(({ id }) => id > after && id <= last)
    const pages = inRange.slice(0, limit).map(({ id, slug, time, edit_time }) => ({
      path: `/p/${id}-${encodeURIComponent(slug)}`,
      changed: edit_time ?? time,
    }))
    return { pages, lastId: inRange.length > limit ? inRange[limit - 1]?.id : undefined }
  },
}

/** The beginning of a page describes it. */
const longestSource = 8000
const longestDescription = 200

export const pageDescriptions: NonNullable<Extension['pageDescriptions']> = {
  pages({ data }) {
    const { pageHtml = '' } = data.attributes as Partial<Page>
    return truncate(contentPlain(pageHtml.slice(0, longestSource)), longestDescription) || undefined
  },
}
