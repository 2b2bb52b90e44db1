import type { ListPage } from '../../../points/pages/lists.ts'
import type { Route } from '../../../points/routes.ts'
import type { Source } from '../../../points/sources.ts'
import { totalsRequest } from '../list/list-request.ts'
import { listPage, listRequest } from './IndexPage.tsx'

/** Adds the routes of declared lists. */
export function withListRoutes(sources: readonly Source[]): Source[] {
  return sources.map(({ id, extension }) => {
    const lists = Object.entries(extension.lists ?? {}).map(([name, list]) => [name, listRoute(list)])
    return { id, extension: { ...extension, routes: { ...Object.fromEntries(lists), ...extension.routes } } }
  })
}

function listRoute(list: ListPage): Route {
  const { path, filter, requests, isForMembers } = list
  return {
    path,
    list,
    page: listPage,
    requests: (location, app) => [listRequest(location, app), ...(requests?.(location, app) ?? [])],
    late: (location, app) => [{ path: totalsRequest(filter?.(location, app)) }],
    isForMembers,
  }
}
