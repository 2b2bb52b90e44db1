import type { Context } from '../../../points/context/context.ts'
import type { IndexScan, ListIndex, ListKey } from '../../../points/resources/lists.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { readFilterValue } from './filter-values.ts'

/** The keys of a list index under which all rows of a list stand. */
export interface KeyScan {
  index: ListIndex
  keys: readonly ListKey[]
}

/** No scan has more keys than this: each of them is a part of one statement. */
const maximumKeys = 100

/** The scan of a list with these filters: that of the driving filter with the fewest keys; undefined without one. */
export function scanOfFilters(
  context: Context,
  resource: Resource,
  filters: ReadonlyMap<string, unknown>,
): KeyScan | undefined {
  const scans = [...filters].flatMap(([name, raw]) => {
    const filter = resource.filters.get(name)
    if (!filter?.scan) return []
    const value = readFilterValue(filter.value, name, raw, context)
    return keyScan(resource, filter.scan as IndexScan<[unknown, Context]>, value, context)
  })
  return withFewestKeys(scans)
}

/** The scan of all rows that the actor may see; undefined if these have too many keys, or no index has them. */
export function scanOfVisible(context: Context, resource: Resource): KeyScan | undefined {
  return withFewestKeys(resource.lists.visibleScans.flatMap((scan) => keyScan(resource, scan, context)))
}

function keyScan<Arguments extends unknown[]>(
  { lists }: Resource,
  { index: name, keys: keysOf }: IndexScan<Arguments>,
  ...args: Arguments
): KeyScan[] {
  const index = lists.indexes.get(name)
  const keys = keysOf(...args)
  return index && keys && keys.length <= maximumKeys ? [{ index, keys: distinct(keys) }] : []
}

function distinct(keys: readonly ListKey[]): ListKey[] {
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
}

function withFewestKeys(scans: readonly KeyScan[]): KeyScan | undefined {
  return scans.toSorted((a, b) => a.keys.length - b.keys.length)[0]
}
