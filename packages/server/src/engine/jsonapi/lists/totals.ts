import type { BoundedCount, ListTotals, ResourceDocument } from '@parley/shared'
import { notAuthenticated, notFound, permissionDenied } from '../../../infrastructure/errors.ts'
import type { Context } from '../../../points/context/context.ts'
import { askThrottles } from '../../../points/requests/throttles.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { parseFilters, type Query } from '../query.ts'
import { filterConditions, filtersInUse, listConditions } from './conditions.ts'
import { countRows, countWholeList } from './counts.ts'
import { scanOfFilters, scanOfVisible } from './index-scans.ts'
import { runSearch } from './search.ts'

/** The type of the resources that hold the totals of a list; their ids are the types of the lists. */
export const totalsType = 'totals'

/** Whether `GET /api/totals/{type}` counts the list of this resource. A list that finds its rows itself is not counted. */
export function hasTotals({ table, endpoints: { index } }: Resource): boolean {
  return table !== undefined && index?.totals !== undefined && index.find === undefined
}

/**
 * Answers `GET /api/totals/{type}`: how much the list with the same filters has, up to a limit, of what the actor may
 * see. @throws what the list throws for these filters, and 404 for types without totals.
 */
export async function answerTotals(context: Context, type: string, query: Query): Promise<ResourceDocument> {
  const resource = context.forum.points.resources.get(type)
  const index = resource?.endpoints.index
  if (!resource || !index || !hasTotals(resource)) throw notFound()
  await askThrottles(context, { endpoint: `${type}.index`, attributes: {} })
  if (index.authenticated && context.actor.isGuest) throw notAuthenticated()
  if (index.ability && !context.actor.can(index.ability)) throw permissionDenied()
  const filters = parseFilters(query.filter)
  const rows = await countListed(context, resource, filters)
  const others = filters.size === 0 ? await index.totals?.(context) : {}
  const found = Object.entries(others ?? {}).filter(([, count]) => count !== undefined)
  const attributes: ListTotals = { rows, ...(Object.fromEntries(found) as Record<string, BoundedCount>) }
  return { data: { type: totalsType, id: type, attributes: { ...attributes } } }
}

/** Counts the rows that a list with these filters has on all its pages. */
async function countListed(
  context: Context,
  resource: Resource,
  filters: ReadonlyMap<string, unknown>,
): Promise<BoundedCount> {
  const search = await runSearch(context, resource, filters)
  if (search?.count) return search.count
  const names = filtersInUse(resource, filters)
  if (names.length === 0) return countWholeList(context, resource, scanOfVisible(context, resource))
  const conditions = search?.conditions ?? [
    ...listConditions(context, resource, names),
    ...filterConditions(context, resource, filters),
  ]
  return countRows(
    context,
    resource,
    conditions,
    scanOfFilters(context, resource, search?.filters ?? filters),
  )
}
