import type { Page, Route } from '../../points/routes.ts'

/** Loads the modules of routes. @returns the pages, by route name. */
export async function loadPages(
  routes: readonly { name: string; route: Route }[],
): Promise<ReadonlyMap<string, Page>> {
  const pages = routes.map(async ({ name, route }) => {
    const page = typeof route.page === 'function' ? (await route.page()).default : route.page
    return [name, page] as const
  })
  return new Map(await Promise.all(pages))
}
