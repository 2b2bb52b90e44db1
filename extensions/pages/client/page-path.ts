import type { PageLink } from '../shared.ts'

/** Path of a page, below the base path. */
export function pagePath({ id, slug }: Pick<PageLink, 'id' | 'slug'>): string {
  return `/p/${id}-${encodeURIComponent(slug)}`
}

/** API path of a page by what its address has of it: an id, an id with a slug, or a slug. No page has the id 0. */
export function pageRequest(id = '0'): string {
  return `/pages/${encodeURIComponent(id)}`
}
