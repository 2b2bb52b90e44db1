import type { ComponentType } from 'react'
import { parse } from 'regexparam'
import type { App } from '../app-context.ts'

/** Where a page is: the address below the forum's base path. */
export interface PageLocation {
  /** `/d/12-title/5`, without base path and query. */
  path: string
  query: URLSearchParams
  params: Readonly<Record<string, string | undefined>>
  /** Path and query as they are sent around: `/all?sort=top`. */
  url: string
}

export interface PageProps {
  location: PageLocation
  /** The answers to the route's `requests`, in their order. Their resources are in the store already. */
  documents: readonly unknown[]
}

/** What the head of the document says about a page. All texts are plain. */
export interface PageHead {
  /** Title of the page itself; the forum's is added. Left out on the home page. */
  title?: string
  description?: string
  /** Path below the base path, or absolute. */
  canonical?: string
  prev?: string
  next?: string
  /** 200 unless said otherwise. */
  status?: number
}

/** A screen: the default export of a lazily loaded module, or given directly for those of the first view. */
export interface Page {
  Component: ComponentType<PageProps>
  head?: (props: PageProps, app: App) => PageHead
  /** Stands in while loading takes long: the shape of what will be there. */
  Skeleton?: ComponentType<{ location: PageLocation }>
  /** The middle of the header on phones: the title with its menu. Without it the title of `head` stands there. */
  PhoneTitle?: ComponentType<PageProps>
  /** The end of the header on phones: the main action of the screen. */
  PhoneAction?: ComponentType<PageProps>
  /** Where whoever asks is sent instead, below the base path; `undefined` for those the page is for. */
  redirect?: (props: PageProps, app: App) => string | undefined
  /** Path that the back button of phones leads to. Without it the header has the drawer's button. */
  backTo?: string
}

export interface Route {
  /** As regexparam has it: `/d/:id/:near?`. */
  path: string
  /** Name of a query parameter that the address has to have; goes before routes of the same path without one. */
  query?: string
  page: Page | (() => Promise<{ default: Page }>)
  /** Paths of the API that the page needs before it is drawn: `['/discussions?sort=-createdAt']`. */
  requests?: (location: PageLocation, app: App) => string[]
  /** The extension that brought it; set by the forum. */
  extension?: string | undefined
  /** Its form belongs to one visitor: it never stands at `/`, which is the same for all guests. */
  isForm?: true
  /** Guests get an error that tells them to log in. */
  isForMembers?: true
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

/** Every route of the forum. A name given again replaces the route: an extension may take over a screen. */
export class RouteTable {
  readonly #routes: readonly CompiledRoute[]
  /** Path whose screen stands at `/`. */
  readonly #home: string | undefined

  /** @param routes by name, or another table: then its routes, without parsing their paths again. */
  constructor(routes: ReadonlyMap<string, Route> | RouteTable, home?: string) {
    this.#home = home
    this.#routes = routes instanceof RouteTable ? routes.#routes : compile(routes)
  }

  /** @param url path and query below the base path. @returns `undefined` when no screen has that path. */
  match(url: string): RouteMatch | undefined {
    const { path, query } = splitUrl(url)
    const home = path === '/' && this.#home !== undefined ? this.#find(this.#home, query) : undefined
    const found = home ?? this.#find(path, query)
    if (found === undefined) return undefined
    const { name, route, params } = found
    return { name, route, location: { path, query, params, url } }
  }

  #find(
    path: string,
    query?: URLSearchParams,
  ): (Pick<RouteMatch, 'name' | 'route'> & Pick<PageLocation, 'params'>) | undefined {
    for (const { name, route, keys, pattern } of this.#routes) {
      if (route.query !== undefined && !query?.has(route.query)) continue
      const found = pattern.exec(path)
      // A slash at the end stands for the last part left out, and for nothing else (`spec` api-core 1.1).
      if (found === null || (path.length > 1 && path.endsWith('/') && !route.path.endsWith('?'))) continue
      const params: Record<string, string | undefined> = {}
      for (const [index, key] of keys.entries()) params[key] = decodeSegment(found[index + 1])
      return { name, route, params }
    }
    return undefined
  }

  /** The same routes, with the screen of `home` at `/` too. A path that no screen has, or a form, changes nothing. */
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
  // A literal segment is more telling than a parameter: /u/:name/security before /u/:name/:filter.
  return compiled.sort((one, other) => rank(other.route).localeCompare(rank(one.route)))
}

/** Splits `/all?sort=top#x` into its path and query; the fragment is dropped. */
export function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const [address = ''] = url.split('#', 1)
  const mark = address.indexOf('?')
  if (mark < 0) return { path: address, query: new URLSearchParams() }
  return { path: address.slice(0, mark), query: new URLSearchParams(address.slice(mark + 1)) }
}

// One letter per segment, so that sorting downwards puts literal < required < optional < wildcard in that order; behind
// them what else the route asks for.
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
