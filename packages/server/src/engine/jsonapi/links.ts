import type { PageLinks } from '@parley/shared'
import { isRecord, type PageQuery, type Query } from './query.ts'

/** What the page links of a list are made from. */
export interface LinkedPage {
  /** Absolute, without query. */
  url: string
  query: Query
  page: PageQuery
  /** Rows before the page, wherever the request said it begins. */
  offset: number
  hasMore: boolean
  /** Cursor behind the last row, when the request pages by cursor. */
  cursor: string | undefined
}

/** The links of a page: absolute URLs with the request's own query (api-core 1.9). */
export function pageLinks(linked: LinkedPage): PageLinks {
  const { page, offset, hasMore, cursor } = linked
  if (page.after !== undefined) {
    const links: PageLinks = { first: link(linked, { after: '' }) }
    if (hasMore && cursor) links.next = link(linked, { after: cursor })
    return links
  }
  const links: PageLinks = { first: link(linked, at(linked, 0)) }
  if (!Number.isFinite(page.limit)) return links
  if (offset > 0) links.prev = link(linked, at(linked, Math.max(0, offset - page.limit)))
  if (hasMore) links.next = link(linked, at(linked, offset + page.limit))
  return links
}

function at({ query, page }: LinkedPage, offset: number): Record<string, string | undefined> {
  const sent = isRecord(query.page) ? query.page : {}
  if (sent.number !== undefined && sent.number !== '') {
    const number = Math.floor(offset / page.limit) + 1
    return { number: number > 1 ? String(number) : undefined }
  }
  return { offset: offset > 0 ? String(offset) : undefined }
}

function link({ url, query, page }: LinkedPage, place: Record<string, string | undefined>): string {
  const sent = isRecord(query.page) ? query.page : {}
  const merged: Record<string, unknown> = { ...sent, near: undefined, ...place }
  if (sent.limit !== undefined) merged.limit = String(page.limit)
  const parts: string[] = []
  write(parts, '', { ...query, page: merged })
  return parts.length > 0 ? `${url}?${parts.join('&')}` : url
}

function write(parts: string[], prefix: string, value: unknown): void {
  if (value === undefined || value === null) return
  if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) write(parts, prefix ? `${prefix}[${key}]` : key, inner)
  } else {
    parts.push(`${encode(prefix)}=${encode(String(value))}`)
  }
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+')
}
