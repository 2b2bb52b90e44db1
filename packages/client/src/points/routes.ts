import type { ComponentType } from 'react'
import { parse } from 'regexparam'
import type { App } from './app.ts'
import type { OnFault, Source } from './sources.ts'

/** The address of a page, below the forum's base path. */
export interface PageLocation {
  /** `/d/12-title/5`, without base path and query. */
  path: string
  query: URLSearchParams
  params: Readonly<Record<string, string | undefined>>
  /** Path and query: `/all?sort=top`. */
  url: string
}

export interface PageProps {
  location: PageLocation
  /**
   * The answers to the route's `requests`, in their order. Their resources are in the store. Empty while a page that
   * `isKnown` loads.
   */
  documents: readonly unknown[]
}

/** Contents of the document's head for a page. All texts are plain. */
export interface PageHead {
  /** Title of the page, without the forum's. Omitted on the home page. */
  title?: string
  description?: string
  /** Path below the base path, or absolute. */
  canonical?: string
  prev?: string
  next?: string
  /** An Atom feed of what the page shows, besides the forum's. Its path is below the base path. */
  feed?: { title: string; path: string }
  /** HTTP status; 200 by default. */
  status?: number
}

/** A page: the default export of a lazily loaded module, or a value for pages of the first view. */
export interface Page {
  Component: ComponentType<PageProps>
  head?: (props: PageProps, app: App) => PageHead
  /**
   * Whether the store holds so much of the page that it renders before its documents are there: at once after a click,
   * in place of the old page.
   */
  isKnown?: (location: PageLocation, app: App) => boolean
  /** Shown while a page loads slowly: the outline of its contents. */
  Skeleton?: ComponentType<{ location: PageLocation }>
  /** Middle of the header on phones: the title with its menu. Default: the title of `head`. */
  PhoneTitle?: ComponentType<PageProps>
  /** End of the header on phones: the main action of the page. */
  PhoneAction?: ComponentType<PageProps>
  /** Path below the base path to redirect the viewer to; `undefined` shows the page. */
  redirect?: (props: PageProps, app: App) => string | undefined
  /** Target of the back button on phones. Without it the header has the drawer's button. */
  backTo?: string
}

/** A request whose answer a page can do without. */
export interface LateRequest {
  path: string
  /** The page decides whether to send it, when it has its documents. Else it is sent beside those. */
  waits?: boolean
}

export interface Route {
  /** Pattern of regexparam: `/d/:id/:near?`. */
  path: string
  /** Required query parameter; such a route precedes routes of the same path without one. */
  query?: string
  page: Page | (() => Promise<{ default: Page }>)
  /** API paths that the page loads before it renders: `['/discussions?sort=-createdAt']`. */
  requests?: (location: PageLocation, app: App) => string[]
  /**
   * API paths of what the page shows beside its documents once it is there (`useLateDocument`): the server renders the page
   * with it, the browser renders without it, and its failures are silent.
   */
  late?: (location: PageLocation, app: App) => LateRequest[]
  /** The extension that declares the route; set by the forum. */
  extension?: string | undefined
  /** The page holds a visitor's own form: it is never shown at `/`, which is the same for all guests. */
  isForm?: true
  /** Guests get an error that asks them to log in. */
  isForMembers?: true
  /** Shows what only the owner of an account may see. Views of the forum as another have neither this page nor forms. */
  isPersonal?: true
}

export function definePage(page: Page): Page {
  return page
}

interface CompiledRoute {
  name: string
  route: Route
  keys: readonly string[]
  pattern: RegExp
}

export interface RouteMatch {
  name: string
  route: Route
  location: PageLocation
}

/** Every route of the forum. An extension replaces a page by declaring a route of the same name. */
export class RouteTable {
  readonly #routes: readonly CompiledRoute[]
  /** Path whose page is shown at `/`. */
  readonly #home: string | undefined

  /** @param routes by name, or a table whose parsed routes are reused. */
  constructor(routes: ReadonlyMap<string, Route> | RouteTable, home?: string) {
    this.#home = home
    this.#routes = routes instanceof RouteTable ? routes.#routes : compile(routes)
  }

  /** @param url path and query below the base path. @returns `undefined` if no route matches. */
  match(url: string): RouteMatch | undefined {
    const { path, query } = splitUrl(url)
    const home = path === '/' && this.#home !== undefined ? this.#find(this.#home, query) : undefined
    const found = home ?? this.#find(path, query)
    if (found === undefined) return undefined
    const { name, route, params } = found
    return { name, route, location: { path, query, params, url, list: route.list } }
  }

  #find(
    path: string,
    query?: URLSearchParams,
  ): (Pick<RouteMatch, 'name' | 'route'> & Pick<PageLocation, 'params'>) | undefined {
    for (const { name, route, keys, pattern } of this.#routes) {
      if (route.query !== undefined && !query?.has(route.query)) continue
      const found = pattern.exec(path)
      // A trailing slash matches only in place of an omitted optional parameter (api-core 1.1).
      if (found === null || (path.length > 1 && path.endsWith('/') && !route.path.endsWith('?'))) continue
      const params: Record<string, string | undefined> = {}
      for (const [index, key] of keys.entries()) params[key] = decodeSegment(found[index + 1])
      return { name, route, params }
    }
    return undefined
  }

  /** The same routes, with the page of `home` at `/` too. Ignores a path without a route, and forms. */
  withHome(home: string | null): RouteTable {
    if (home === null || home === '' || home === '/' || this.#find(home)?.route.isForm) return this
    return new RouteTable(this, home)
  }

  all(): readonly { name: string; route: Route }[] {
    return this.#routes
  }
}

function compile(routes: ReadonlyMap<string, Route>): CompiledRoute[] {
  const compiled = [...routes].map(([name, route]) => ({ name, route, ...parse(route.path) }))
  // A literal segment is more specific than a parameter: /u/:name/security before /u/:name/:filter.
  return compiled.sort((one, other) => rank(other.route).localeCompare(rank(one.route)))
}

/** Splits `/all?sort=top#x` into its path and query; the fragment is dropped. */
export function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const [address = ''] = url.split('#', 1)
  const mark = address.indexOf('?')
  if (mark < 0) return { path: address, query: new URLSearchParams() }
  return { path: address.slice(0, mark), query: new URLSearchParams(address.slice(mark + 1)) }
}

// One letter per segment: sorting in descending order puts literal, required, optional and wildcard segments in that
// order. A trailing space puts routes with a required query parameter first.
function rank({ path, query }: Route): string {
  const segments = path.split('/').filter((segment) => segment !== '')
  const letters = segments.map((segment) =>
    segment.startsWith('*') ? 'a' : segment.endsWith('?') ? 'b' : segment.startsWith(':') ? 'c' : 'd',
  )
  return `${letters.join('')}${query === undefined ? '' : ' '}`
}

function decodeSegment(segment: string | undefined): string | undefined {
  if (segment === undefined) return undefined
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Collects the routes. A later one of the same name replaces an earlier one. One without a path is an error. */
export function combineRoutes(sources: readonly Source[], onFault: OnFault): RouteTable {
  const routes = new Map<string, Route>()
  for (const { id, extension } of sources) {
    for (const [name, route] of Object.entries(extension.routes ?? {})) {
      if (route.path?.[0] === '/') routes.set(name, { ...route, extension: id })
      else
        onFault(
          id ?? 'core',
          new Error(`${route.list ? 'lists' : 'routes'} › ${name}: the path must begin with "/".`),
        )
    }
  }
  return new RouteTable(routes)
}

declare module './extension.ts' {
  interface ClientExtension {
    /**
     * Pages of the extension's own, by name: path, component, and the API requests whose answers they show. The server renders
     * them, too. A route with the name of another one replaces it.
     */
    routes?: Readonly<Record<string, Route>>
  }
}

declare module './app.ts' {
  interface App {
    readonly routes: RouteTable
  }
}
