import { invalidParameter } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'
import type { SortField } from '../../points/resources/endpoints.ts'
import type { EndpointIncludes } from '../../points/resources/includes.ts'
import type { Resource } from '../../points/resources/resources.ts'

/** Query parameters, with bracketed names as nested objects: `page[near]=5` is `{ page: { near: '5' } }`. */
export type Query = Readonly<Record<string, unknown>>

/** Relationships to include, nested: `a.b` includes `a`, too. */
export interface IncludeTree extends ReadonlyMap<string, IncludeTree> {}

/** The `page` parameters, checked. */
export interface PageQuery {
  offset: number
  limit: number
  /** Above 1, else undefined. */
  near: number | undefined
  /** Cursor of keyset pagination: '' requests the first page. */
  after: string | undefined
}

export const maximumLimit = 50
const defaultLimit = 20

/** Parses `include`; the endpoint's default if absent. @throws 400 for paths that the endpoint does not allow. */
export function parseInclude(raw: unknown, includes: EndpointIncludes): IncludeTree {
  if (raw === undefined || raw === null || raw === '') return includeTree(includes.default)
  if (typeof raw !== 'string') throw invalidParameter()
  const paths = raw.split(',')
  if (paths.some((path) => !includes.allowed.has(path))) throw invalidParameter()
  return includeTree(paths)
}

const trees = new WeakMap<readonly string[], IncludeTree>()

/** Converts dotted paths to a tree. */
export function includeTree(paths: readonly string[]): IncludeTree {
  const cached = trees.get(paths)
  if (cached) return cached
  const root = new Map<string, Map<string, never>>()
  for (const path of paths) {
    let node: Map<string, Map<string, never>> = root
    for (const step of path.split('.')) {
      const next = node.get(step) ?? new Map<string, never>()
      node.set(step, next)
      node = next
    }
  }
  trees.set(paths, root)
  return root
}

/** Parses `sort`; no fields if it is absent or empty. @throws 400 for fields that the list cannot be sorted by. */
export function parseSort(raw: unknown, resource: Resource, context: Context): SortField[] {
  if (raw === undefined || raw === null || raw === '') return []
  if (typeof raw !== 'string') throw invalidParameter()
  const fields = new Map<string, SortField>()
  for (const part of raw.split(',')) {
    const descending = part.startsWith('-')
    const name = descending ? part.slice(1) : part
    const column = resource.sorts.get(name)
    if (!column || (typeof column === 'object' && column.allowed?.(context) === false))
      throw invalidParameter()
    // The first mention of a field counts.
    if (!fields.has(name)) fields.set(name, { name, descending })
  }
  return [...fields.values()]
}

/** Parses `page[…]`. `listLimit` is the limit of requests without one; null for no limit. */
export function parsePage(raw: unknown, listLimit: number | null = defaultLimit): PageQuery {
  const page = isRecord(raw) ? raw : {}
  const sentLimit = wholeNumber(page.limit) ?? wholeNumber(page.size)
  const number = wholeNumber(page.number) ?? 1
  const sentOffset = wholeNumber(page.offset) ?? 0
  if ((sentLimit ?? 0) < 0 || sentOffset < 0) throw invalidParameter()
  const limit = sentLimit ? Math.min(sentLimit, maximumLimit) : (listLimit ?? Number.POSITIVE_INFINITY)
  const near = typeof page.near === 'string' && /^\d{1,15}$/.test(page.near) ? Number(page.near) : 0
  return {
    offset: number > 1 && Number.isFinite(limit) ? (number - 1) * limit : sentOffset,
    limit,
    near: near > 1 ? near : undefined,
    after: typeof page.after === 'string' ? page.after : undefined,
  }
}

function wholeNumber(raw: unknown): number | undefined {
  if (raw === undefined || raw === null || raw === '') return undefined
  if (typeof raw !== 'string' || !/^[+-]?\d{1,15}$/.test(raw)) throw invalidParameter()
  return Number(raw)
}

/** Parses `fields[type]=a,b`: names of the requested fields by type. Types without an entry show all fields. */
export function parseFields(raw: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  if (!isRecord(raw)) return new Map()
  return new Map(
    Object.entries(raw).flatMap(([type, names]) =>
      typeof names === 'string' ? [[type, new Set(names.split(','))] as const] : [],
    ),
  )
}

/** Filters in the order of the request; none if `filter` is not an object. */
export function parseFilters(raw: unknown): ReadonlyMap<string, unknown> {
  return new Map(isRecord(raw) ? Object.entries(raw) : [])
}

/** Whether a value is a plain object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
