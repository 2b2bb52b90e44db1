import type { ErrorDocument } from '@parley/shared'
import { ApiError } from '../../store/api-error.ts'
import type { PushableDocument } from '../../store/store.ts'
import type { App } from '../app-context.ts'
import type { Entry } from './entry.ts'
import { loadPages } from './pages.ts'
import type { PlaceKeeper } from './places.ts'
import type { Page, RouteMatch } from './route.ts'

/** How long a page may load before the bar shows, and before its skeleton takes the old page's place; ms. */
const BAR_AFTER = 200
const SKELETON_AFTER = 700

/** How many pages of the history are kept as they were; older ones are loaded again. */
const KEPT_ENTRIES = 50

export interface RouterState {
  readonly entry: Entry
  /** A page has been loading for longer than 200 ms. */
  readonly isSlow: boolean
  /** How the entry came to be shown: decides about focus and scrolling. `place`: the page sees to both itself. */
  readonly cause: 'boot' | 'navigate' | 'traverse' | 'reload' | 'place'
}

export interface NavigateOptions {
  /** Takes the place of the current entry of the history. */
  replace?: boolean
}

/**
 * Which page is shown. The old one stays until the new one's modules and documents are there; every entry of the
 * history keeps its documents, state and scroll position, so that going back shows the very same page.
 */
export class Router {
  #app!: App
  #state: RouterState
  #listeners = new Set<() => void>()
  #entries = new Map<string, Entry>()
  #loading: AbortController | undefined
  #places: PlaceKeeper | undefined

  constructor(first: Entry) {
    this.#state = { entry: first, isSlow: false, cause: 'boot' }
  }

  /**
   * Draws the first page from the documents that came with it. They count only while the address still asks for the
   * same ones. @returns whether they were enough; if not, `reload` gets what is missing.
   */
  boot(app: App, pages: ReadonlyMap<string, Page>, documents: Readonly<Record<string, unknown>>): boolean {
    this.#app = app
    const { entry } = this.#state
    const booted = bootEntry(app, entry, pages, documents)
    this.#state = { ...this.#state, entry: booted ?? entry }
    this.#entries.set(entry.key, booted ?? entry)
    return booted !== undefined
  }

  /** Shows an error in the place of the first page. */
  fail(app: App, error: unknown): void {
    this.#app = app
    this.#state = { ...this.#state, entry: { ...this.#state.entry, error } }
  }

  get state(): RouterState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Goes to a path of the forum, `/d/12-title/5?x=y#z`. Resolves when the page is shown. */
  async navigate(url: string, { replace = false }: NavigateOptions = {}): Promise<void> {
    const [address = '/', fragment] = url.split('#', 2)
    const entry = newEntry(address || '/')
    this.#keepScroll()
    if (fragment === undefined && this.#visitPlace(entry.url, replace)) return
    await this.#show(entry, 'navigate', () => this.#putIntoHistory(entry, replace, fragment))
  }

  /** Lets the page that is shown answer for its places. @returns stops that. */
  keepPlaces<Place>(keeper: PlaceKeeper<Place>): () => void {
    this.#places = keeper as PlaceKeeper
    return () => {
      if (this.#places === keeper) this.#places = undefined
    }
  }

  #visitPlace(url: string, replace: boolean): boolean {
    const { entry: left } = this.#state
    const place = this.#places?.current()
    if (!this.#places?.visit(url)) return false
    this.#leaveFor(place)
    const entry: Entry = { ...left, key: newKey(), url, scroll: 0, place: undefined }
    this.#putIntoHistory(entry, replace)
    this.#keep(entry)
    this.#set({ entry, isSlow: false, cause: 'place' })
    return true
  }

  #comeBackTo(entry: Entry): void {
    const place = this.#places?.current()
    this.#leaveFor(place)
    if (entry.place === undefined) this.#places?.visit(entry.url)
    else this.#places?.comeBack(entry.place)
    this.#set({ entry, isSlow: false, cause: 'place' })
  }

  /** The reader goes to another place of the same page. */
  #leaveFor(place: unknown): void {
    this.#loading?.abort()
    this.#app.modals.closeAll()
    this.#state.entry.place = place
  }

  #putIntoHistory({ key, url }: Entry, replace: boolean, fragment?: string): void {
    const { entry: left } = this.#state
    const href = this.#app.href(url) + (fragment === undefined ? '' : `#${fragment}`)
    if (replace || url === left.url) {
      this.#entries.delete(left.key)
      history.replaceState({ key, depth: historyDepth() }, '', href)
    } else {
      history.pushState({ key, depth: historyDepth() + 1 }, '', href)
    }
  }

  /** Loads the code of a screen. That it fails tells nobody anything yet: who goes there tries again. */
  preload(url: string): void {
    const app = this.#app
    const match = app.routes.match(url)
    if (match === undefined) return
    Promise.all([loadPages([match]), app.slots.preloadFor(match.name)]).catch(() => {})
  }

  /** Changes the address without loading or drawing anything, as reading a discussion does. */
  rewrite(url: string): void {
    const { entry } = this.#state
    entry.url = url
    history.replaceState({ key: entry.key, depth: historyDepth() }, '', this.#app.href(url))
  }

  /** Loads the current page again: to try again after an error, or to refresh. */
  async reload(): Promise<void> {
    const { entry } = this.#state
    const again: Entry = { ...newEntry(entry.url), key: entry.key, pageKey: entry.pageKey }
    await this.#show(again, 'reload', () => {})
  }

  /** Goes back to where the reader came from within the forum, or to `url` when they came from elsewhere. */
  back(url: string): void {
    if (historyDepth() > 0) history.back()
    else void this.navigate(url)
  }

  /** The browser moved within its history. */
  async traverse(key: string | undefined, url: string): Promise<void> {
    const isFragmentOnly = key === undefined && url === this.#state.entry.url
    if (isFragmentOnly) return
    this.#keepScroll()
    const known = key === undefined ? undefined : this.#entries.get(key)
    if (known?.page !== undefined && known.pageKey === this.#state.entry.pageKey && this.#places) {
      this.#comeBackTo(known)
      return
    }
    if (known?.page !== undefined && known.error === undefined) {
      this.#loading?.abort()
      this.#app.modals.closeAll()
      this.#set({ entry: known, isSlow: false, cause: 'traverse' })
      return
    }
    const entry = newEntry(url, key)
    await this.#show(entry, 'traverse', () =>
      history.replaceState({ key: entry.key, depth: historyDepth() }, ''),
    )
  }

  async #show(entry: Entry, cause: RouterState['cause'], commit: () => void): Promise<void> {
    this.#loading?.abort()
    const loading = new AbortController()
    this.#loading = loading
    let isCommitted = false
    const show = (shown: Entry) => {
      if (!isCommitted) {
        this.#app.modals.closeAll()
        commit()
      }
      isCommitted = true
      this.#keep(shown)
      this.#set({ entry: shown, isSlow: shown.isLoading === true, cause })
    }
    const bar = setTimeout(() => this.#set({ ...this.#state, isSlow: true }), BAR_AFTER)
    const skeleton = setTimeout(() => {
      if (cause !== 'reload' && entry.page?.Skeleton !== undefined) show({ ...entry, isLoading: true })
    }, SKELETON_AFTER)
    const loaded = await loadEntry(this.#app, entry, loading.signal)
    clearTimeout(bar)
    clearTimeout(skeleton)
    if (loading.signal.aborted) return
    const elsewhere = redirectOf(this.#app, loaded)
    if (elsewhere === undefined) show(loaded)
    else await this.navigate(elsewhere, { replace: isCommitted || cause !== 'navigate' })
  }

  #set(state: RouterState): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }

  #keep(entry: Entry): void {
    this.#entries.set(entry.key, entry)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > KEPT_ENTRIES && oldest !== undefined) this.#entries.delete(oldest)
  }

  #keepScroll(): void {
    this.#state.entry.scroll = window.scrollY
  }
}

/** An entry with nothing in it yet. */
export function newEntry(url: string, key = newKey()): Entry {
  return {
    key,
    pageKey: key,
    url,
    location: undefined,
    page: undefined,
    documents: [],
    state: new Map(),
    scroll: 0,
  }
}

/** Loads modules and documents of an entry's page. Failures end up in `error`. */
async function loadEntry(app: App, entry: Entry, signal: AbortSignal): Promise<Entry> {
  const match = app.routes.match(entry.url)
  if (match === undefined) {
    entry.error = new ApiError({ status: 404, url: entry.url })
    return entry
  }
  entry.location = match.location
  entry.extension = match.route.extension
  if (isClosed(match, app)) {
    entry.error = new ApiError({ status: 401, url: entry.url })
    return entry
  }
  try {
    const paths = match.route.requests?.(match.location, app) ?? []
    const [page, , ...documents] = await Promise.all([
      resolvePage(app, match, entry),
      app.slots.loadFor(match.name, app.reportFailure, (code) => app.connection.load(code)),
      ...paths.map((path) => app.api.request<PushableDocument>(path, { signal })),
    ])
    for (const document of documents) app.store.push(document)
    entry.page = page
    entry.documents = documents
  } catch (error) {
    entry.error = error
  }
  // A new object, so that a page that stood in as a skeleton is drawn again.
  return { ...entry, isLoading: false }
}

async function resolvePage(app: App, { route }: RouteMatch, entry: Entry): Promise<Page> {
  const { page: declared } = route
  const page = typeof declared === 'function' ? (await app.connection.load(declared)).default : declared
  entry.page = page
  return page
}

function bootEntry(
  app: App,
  entry: Entry,
  pages: ReadonlyMap<string, Page>,
  documents: Readonly<Record<string, unknown>>,
): Entry | undefined {
  const match = app.routes.match(entry.url)
  if (match === undefined) return { ...entry, error: new ApiError({ status: 404, url: entry.url }) }
  if (isClosed(match, app)) {
    return { ...entry, location: match.location, error: new ApiError({ status: 401, url: entry.url }) }
  }
  const { page: declared, requests, extension } = match.route
  const page = typeof declared === 'function' ? pages.get(match.name) : declared
  const paths = requests?.(match.location, app) ?? []
  if (page === undefined || !paths.every((path) => path in documents)) return undefined
  const answers = paths.map((path) => documents[path])
  const failed = answers.find(isErrorDocument)
  if (failed !== undefined) {
    const status = Number(failed.errors[0]?.status ?? 500)
    return {
      ...entry,
      location: match.location,
      extension,
      error: new ApiError({ status, errors: failed.errors, url: entry.url }),
    }
  }
  for (const answer of answers) app.store.push(answer as PushableDocument)
  return { ...entry, location: match.location, page, extension, documents: answers }
}

/** Whether the viewer is a guest and the route is for members (api-core 3.15). */
export function isClosed({ route }: RouteMatch, app: App): boolean {
  return route.isForMembers === true && app.userId === undefined
}

/** Where a loaded page sends whoever asked for it. */
export function redirectOf(app: App, { page, location, documents, error }: Entry): string | undefined {
  if (page === undefined || location === undefined || error !== undefined) return undefined
  return page.redirect?.({ location, documents }, app)
}

function isErrorDocument(document: unknown): document is ErrorDocument {
  return (
    typeof document === 'object' &&
    document !== null &&
    'errors' in document &&
    Array.isArray(document.errors)
  )
}

/** Path and query of an address below the base path; `undefined` when it lies outside. */
export function withinBase(
  address: { pathname: string; search: string },
  basePath: string,
): string | undefined {
  const { pathname, search } = address
  if (basePath !== '' && pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return undefined
  return (pathname.slice(basePath.length) || '/') + search
}

/** How many pages of the forum lie before this one in the browser's history. */
export function historyDepth(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'depth' in state ? Number(state.depth) : 0
}

let keys = 0

function newKey(): string {
  keys += 1
  // A key of an earlier load of the page must not be taken for one of this load.
  return `${loadId}-${keys}`
}

const loadId = Math.random().toString(36).slice(2, 10)
