import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** A page in the sitemap: its path below the base URL and the time of its last change (ISO 8601). */
export interface SitemapPage {
  path: string
  changed?: string | null
}

/**
 * A source of pages with at most one page per id, so that each file is a range of ids. The actor of each context is a
 * guest, for whom the forum is open.
 */
export interface SitemapSource {
  /** The highest id; 0 without rows. */
  highest(context: Context): Promise<number>
  /**
   * Reads the pages of at most `limit` visible rows (`isVisible`) with ids above `after` and up to `last`, by id. `lastId`
   * is the id of the last row when more may follow, otherwise undefined.
   */
  pages(context: Context, range: IdRange): Promise<{ pages: SitemapPage[]; lastId: number | undefined }>
}

export interface IdRange {
  after: number
  last: number
  limit: number
}

/** Checks and combines the sources of all extensions. */
export function combineSitemap(
  declared: readonly Declared<Readonly<Record<string, SitemapSource>> | undefined>[],
): Map<string, Owned<SitemapSource>> {
  return mergeRecords('sitemap', declared, ({ highest, pages }, name) => {
    if (!/^[a-z]+$/.test(name)) return 'has a name of other characters than a to z'
    return typeof highest === 'function' && typeof pages === 'function'
      ? undefined
      : 'has no highest or no pages'
  })
}

declare module '../extension.ts' {
  interface Extension {
    /** Sources of pages for search engines, by a name that is part of the names of their files. */
    sitemap?: Readonly<Record<string, SitemapSource>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    sitemap: ReadonlyMap<string, Owned<SitemapSource>>
  }
}

/** The sitemap. */
export const sitemapPoint = definePoint('sitemap', {
  sections: ['sitemap'],
  combine: ({ sitemap }) => combineSitemap(sitemap),
})
