import type { RunningForum } from '@parley/server/forum'

const methods = { index: 'GET', show: 'GET', create: 'POST', update: 'PATCH', delete: 'DELETE' } as const

/** Every endpoint and route of a forum except the client's pages, as `GET /api/users/:id`. */
export function endpointsOf({ current: { points } }: RunningForum): string[] {
  const ofResources = [...points.resources.values()].flatMap(({ path, table, endpoints }) =>
    (Object.keys(table === undefined ? {} : endpoints) as (keyof typeof methods)[]).map((name) => {
      const isOne = name !== 'index' && name !== 'create'
      return `${methods[name]} /api/${path}${isOne ? '/:id' : ''}`
    }),
  )
  const ofTotals = [...points.resources.values()]
    .filter(({ endpoints }) => endpoints.index?.totals !== undefined)
    .map(({ type }) => `GET /api/totals/${type}`)
  return [...ofResources, ...ofTotals, ...points.routes.map(({ method, path }) => `${method} ${path}`)]
}
