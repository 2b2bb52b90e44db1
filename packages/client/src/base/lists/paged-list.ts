import type { CollectionDocument, ResourceObject } from '@parley/shared'
import type { PageLocation } from '../router/route.ts'

const PAGE_SIZE = 20

/** A list as far as it is loaded. */
export interface PagedList {
  readonly ids: readonly string[]
  /** Path of the API for what follows; `undefined` at the end. */
  readonly next: string | undefined
  /** Number of the last page loaded, as `?page=` counts. */
  readonly page: number
  /** Relationships by id, as the list's own answers had them: what a search found is the list's, not the record's. */
  readonly relationships: Readonly<Record<string, ResourceObject['relationships']>>
}

/** Number of the page an address asks for with `?page=`; 1 for none and for nonsense. */
export function pageNumber({ query }: Pick<PageLocation, 'query'>): number {
  const page = Number(query.get('page') ?? 1)
  return Number.isSafeInteger(page) && page > 1 ? page : 1
}

/** The `page` parameter of a list request: by cursor from the start, by offset where an address names a page. */
export function pageParams(location: Pick<PageLocation, 'query'>): Record<string, string | number> {
  const page = pageNumber(location)
  return page > 1 ? { offset: (page - 1) * PAGE_SIZE } : { after: '' }
}

/** Address of another page of the same list. */
export function pagePath({ path, query }: Pick<PageLocation, 'path' | 'query'>, page: number): string {
  const other = new URLSearchParams(query)
  if (page > 1) other.set('page', String(page))
  else other.delete('page')
  return other.size === 0 ? path : `${path}?${other}`
}

/** The list that a first answer begins. */
export function startList(document: CollectionDocument, page: number): PagedList {
  const ids = document.data.map(({ id }) => id)
  return { ids, next: nextRequest(document), page, relationships: relationshipsOf(document) }
}

/** The list with a further page at its end. What moved there in the meantime stays where the reader saw it. */
export function extendList(list: PagedList, document: CollectionDocument): PagedList {
  const added = document.data.map(({ id }) => id).filter((id) => !list.ids.includes(id))
  return {
    ids: [...list.ids, ...added],
    next: nextRequest(document),
    page: list.page + 1,
    relationships: { ...relationshipsOf(document), ...list.relationships },
  }
}

function relationshipsOf({ data }: CollectionDocument): PagedList['relationships'] {
  return Object.fromEntries(data.map(({ id, relationships }) => [id, relationships]))
}

/** Path of the API for what follows a page of a list: links are absolute, the API is asked where this page knows it. */
export function nextRequest({ links }: CollectionDocument): string | undefined {
  if (links.next === undefined) return undefined
  const { pathname, search } = new URL(links.next)
  return pathname.slice(pathname.lastIndexOf('/')) + search
}
