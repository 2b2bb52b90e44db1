import type { Points } from '../../points/extension-point.ts'
import type { Route } from '../../points/requests/routes.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { hasTotals, totalsType } from '../jsonapi/lists/totals.ts'

/** What answers a GET request below `/api`. */
export type ReadTarget =
  | { resource: Resource; endpoint: 'index' | 'show' | 'totals'; id?: string }
  | RouteTarget

interface RouteTarget {
  route: Route
  params: Readonly<Record<string, string>>
}

/** Finds what answers a request, given its path below `/api`; undefined if nothing does. */
export function readTargetOf(points: Points, path: string): ReadTarget | undefined {
  const parts = path.split('/').slice(1).map(decodeURIComponent)
  const route = routeAt(points, ['', 'api', ...parts])
  // As over HTTP, a route at exactly this path comes before a row with this name.
  return route && parametersIn(route) === 0 ? route : (endpointAt(points, parts) ?? route)
}

function endpointAt({ resources }: Points, parts: readonly string[]): ReadTarget | undefined {
  const [first, type = ''] = parts
  const counted = first === totalsType && parts.length === 2 ? resources.get(type) : undefined
  if (counted && hasTotals(counted)) return { resource: counted, endpoint: 'totals' }
  const [all, parent, id = ''] = [parts.join('/'), parts.slice(0, -1).join('/'), parts.at(-1)]
  for (const resource of resources.values()) {
    const { path, table, endpoints } = resource
    if (table === undefined) continue
    if (path === all && endpoints.index) return { resource, endpoint: 'index' }
    if (path === parent && endpoints.show) return { resource, endpoint: 'show', id }
  }
  return undefined
}

function routeAt({ routes }: Points, parts: readonly string[]): RouteTarget | undefined {
  const found = routes.flatMap((route) => {
    const params = route.method === 'GET' && !route.isPublic ? paramsOf(route, parts) : undefined
    return params ? [{ route, params }] : []
  })
  return found.toSorted((a, b) => parametersIn(a) - parametersIn(b))[0]
}

function parametersIn({ params }: RouteTarget): number {
  return Object.keys(params).length
}

/** The parameters of a path; undefined if the path is another route's. */
function paramsOf(route: Route, parts: readonly string[]): Record<string, string> | undefined {
  const pattern = patternOf(route)
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (expected.startsWith(':')) params[expected.slice(1)] = part
    else if (expected !== part) return undefined
  }
  return params
}

const patterns = new WeakMap<Route, readonly string[]>()

/** The parts of a route's path. Each page compares all routes with each of its requests. */
function patternOf(route: Route): readonly string[] {
  const known = patterns.get(route)
  if (known) return known
  const pattern = route.path.split('/')
  patterns.set(route, pattern)
  return pattern
}
