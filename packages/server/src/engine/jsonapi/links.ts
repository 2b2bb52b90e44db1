import type { PageLinks } from '@parley/shared'
import { isRecord, type PageQuery, type Query } from './query.ts'

/** The page for which links are made. */
export interface LinkedPage {
  /** Absolute, without query. */
  url: string
  query: Query
  page: PageQuery
  /** Actual number of rows before the page; the request may have named another. */
  offset: number
  hasMore: boolean
  /** Cursor after the last row, if the request pages by cursor. */
  cursor: string | undefined
}

/** Makes the links of a page: absolute URLs with the query of the request (api-core 1.9). */
export function pageLinks(linked: LinkedPage): PageLinks {
  const { page, offset, hasMore, cursor } = linked
  if (page.after !== undefined) {
    const links: PageLinks = { first: link(linked, { after: '' }) }
    if (hasMore && cursor) links.next = link(linked, { after: cursor })
    return links
  }
  const links: PageLinks = { first: link(linked, pageAt(linked, 0)) }
  if (!Number.isFinite(page.limit)) return links
  if (offset > 0) links.prev = link(linked, pageAt(linked, Math.max(0, offset - page.limit)))
  if (hasMore) links.next = link(linked, pageAt(linked, offset + page.limit))
  return links
}

function pageAt({ query, page }: LinkedPage, offset: number): Record<string, string | undefined> {
  const sent = isRecord(query.page) ? query.page : {}
  if (sent.number !== undefined && sent.number !== '') {
    const number = Math.floor(offset / page.limit) + 1
    return { number: number > 1 ? String(number) : undefined }
  }
  return { offset: offset > 0 ? String(offset) : undefined }
}

function link({ url, query, page }: LinkedPage, pageParameters: Record<string, string | undefined>): string {
  const sent = isRecord(query.page) ? query.page : {}
  const merged: Record<string, unknown> = { ...sent, near: undefined, ...pageParameters }
  if (sent.limit !== undefined) merged.limit = String(page.limit)
  const parts: string[] = []
  appendParameters(parts, '', { ...query, page: merged })
  return parts.length > 0 ? `${url}?${parts.join('&')}` : url
}

function appendParameters(parts: string[], prefix: string, value: unknown): void {
  if (value === undefined || value === null) return
  if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value))
      appendParameters(parts, prefix ? `${prefix}[${key}]` : key, inner)
  } else {
    parts.push(`${encode(prefix)}=${encode(String(value))}`)
  }
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+')
}
