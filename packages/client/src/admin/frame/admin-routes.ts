import { combineAdminPages, type NamedAdminPage } from '../../points/admin/admin-pages.ts'
import { definePage, type Route, RouteTable } from '../../points/routes.ts'
import type { Source } from '../../points/sources.ts'
import { ForbiddenPage } from './ForbiddenPage.tsx'

/** Path of the area, below the base path. */
const adminPath = '/admin'

/** Name of the route of /admin where the viewer's pages have none of that path. */
const homeName = 'admin'

const forbidden = definePage({ Component: ForbiddenPage, head: () => ({ status: 403 }) })

function routePath({ path }: { path: string }): string {
  return path === '/' ? adminPath : adminPath + path
}

/** The address of an admin page, below the base path, without its optional parameters. */
export function pagePath(page: { path: string }): string {
  return routePath(page).replace(/\/:\w+\?/g, '')
}

/** Gives each source the routes of its admin pages, in place of its routes of the forum. */
export function withAdminRoutes(sources: readonly Source[]): Source[] {
  return sources.map((source) => {
    const routes = combineAdminPages([source]).map((page): [string, Route] => {
      const { name, page: load, requests } = page
      return [name, { path: routePath(page), page: load, ...(requests && { requests }) }]
    })
    return { ...source, extension: { ...source.extension, routes: Object.fromEntries(routes) } }
  })
}

/** Replaces the pages that the viewer may not see. /admin leads to the first that they may. */
export function permittedRoutes(all: RouteTable, pages: readonly NamedAdminPage[]): RouteTable {
  const permitted = new Set(pages.map(({ name }) => name))
  const routes = new Map<string, Route>()
  for (const { name, route } of all.all()) {
    if (permitted.has(name)) routes.set(name, route)
    else if (route.path !== adminPath) routes.set(name, { path: route.path, page: forbidden })
  }
  const first = pages.find(({ isListed }) => isListed !== false)
  if (first !== undefined && first.path !== '/') {
    const redirect = () => pagePath(first)
    routes.set(homeName, { path: adminPath, page: definePage({ Component: ForbiddenPage, redirect }) })
  }
  return new RouteTable(routes)
}
