import { type PageLocation, pageNumber } from '@parley/client'
import { buildQuery } from '@parley/shared'

/** The path of the list, below the base path. */
export const listPath = '/admin/pages'

const perPage = 20

/** What the list shows: the texts of pages may be large. */
const attributes = 'title,slug,time,editTime,isHtml,isHidden,isRestricted,isInNavigation,isInFooter'

const sorts = ['-time', 'time', '-editTime', 'editTime']

/** The order of the list at an address: newest pages first, unless it names another one. */
export function sortIn({ query }: Pick<PageLocation, 'query'>): string {
  const sort = query.get('sort') ?? ''
  return sorts.includes(sort) ? sort : '-time'
}

/** API path of the pages at an address. */
export function listRequest(location: PageLocation): string {
  const page = { offset: (pageNumber(location) - 1) * perPage, limit: perPage }
  return `/pages?${buildQuery({ sort: sortIn(location), page, fields: { pages: attributes } })}`
}

/** Address of a part of the list in an order. */
export function listAddress(sort: string, page = 1): string {
  const query = new URLSearchParams()
  if (sort !== '-time') query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? listPath : `${listPath}?${query}`
}
