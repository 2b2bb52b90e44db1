import type { App } from '../../points/app.ts'
import { type Page, splitUrl } from '../../points/routes.ts'
import { ChunkLoadError } from '../../store/connection/load-chunk.ts'
import { Observable } from '../../store/observable.ts'
import { reloadDocument } from '../load-again.ts'
import type { Entry } from './entry.ts'
import { bootEntry, loadEntry } from './load-entry.ts'
import { loadPages } from './pages.ts'
import type { PlaceKeeper } from './places.ts'

/** Milliseconds of loading after which the progress bar shows, and the skeleton replaces the old page. */
const progressBarDelay = 200
const skeletonDelay = 700

/** How many history entries keep their pages; older ones are loaded again. */
const maxEntries = 50

export interface RouterState {
  readonly entry: Entry
  /** A page has been loading for longer than 200 ms. */
  readonly isSlow: boolean
  /** Why the entry is shown: decides on focus and scrolling. With `place` the page handles both. */
  readonly cause: 'boot' | 'navigate' | 'traverse' | 'reload' | 'place'
}

export interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean
}

/**
 * Decides which page is shown. The old page stays until the modules and documents of the new one are loaded. Each
 * history entry keeps its documents, state and scroll position, so that going back restores the page.
 */
export class Router extends Observable<RouterState> {
  #app: () => App
  #entries = new Map<string, Entry>()
  #loading: AbortController | undefined
  #placeKeeper: PlaceKeeper | undefined

  constructor(first: Entry, app: () => App) {
    super({ entry: first, isSlow: false, cause: 'boot' })
    this.#app = app
  }

  /** The server renders the booted page, and hydration starts with it. */
  override get serverState(): RouterState {
    return this.state
  }

  /**
   * Shows the first page with the documents that came with it.
   * @returns whether they match the page's requests; otherwise `reload` loads the rest.
   */
  boot(pages: ReadonlyMap<string, Page>, documents: Readonly<Record<string, unknown>>): boolean {
    const { entry } = this.state
    const booted = bootEntry(this.#app(), entry, pages, documents)
    this.update({ entry: booted ?? entry })
    this.#entries.set(entry.key, booted ?? entry)
    return booted !== undefined
  }

  /** Shows a page that no route declares, in place of the first page. */
  bootWith(page: Page): void {
    const { entry } = this.state
    const location = { ...splitUrl(entry.url), params: {}, url: entry.url }
    const booted: Entry = { ...entry, location, page }
    this.update({ entry: booted })
    this.#entries.set(entry.key, booted)
  }

  /** Shows an error in place of the first page. */
  fail(error: unknown): void {
    this.update({ entry: { ...this.state.entry, error } })
  }

  /** Navigates to a path of the forum, `/d/12-title/5?x=y#z`. Resolves when the page is shown. */
  async navigate(url: string, { replace = false }: NavigateOptions = {}): Promise<void> {
    const [address = '/', fragment] = url.split('#', 2)
    const entry = newEntry(address || '/')
    this.#saveScroll()
    if (fragment === undefined && this.#goToPlace(entry.url, replace)) return
    await this.#show(entry, 'navigate', () => this.#writeHistory(entry, replace, fragment))
  }

  /** Registers the shown page's handler of in-page navigation. @returns unregisters it. */
  keepPlaces<Place>(keeper: PlaceKeeper<Place>): () => void {
    this.#placeKeeper = keeper as PlaceKeeper
    return () => {
      if (this.#placeKeeper === keeper) this.#placeKeeper = undefined
    }
  }

  /** The reader's place on the page: to be read before the page goes to another one. */
  currentPlace(): unknown {
    return this.#placeKeeper?.current()
  }

  /**
   * Makes a history entry for a place that the page has gone to by itself. @param left the place before, to which going
   * back leads.
   */
  enterPlace(url: string, left: unknown, replace = false): void {
    const { entry: previous } = this.state
    this.#leavePlace(left)
    const entry: Entry = { ...previous, key: newKey(), url, scroll: 0, place: undefined }
    this.#writeHistory(entry, replace)
    this.#remember(entry)
    this.set({ entry, isSlow: false, cause: 'place' })
  }

  #goToPlace(url: string, replace: boolean): boolean {
    const left = this.currentPlace()
    if (!this.#placeKeeper?.goTo(url)) return false
    this.enterPlace(url, left, replace)
    return true
  }

  #restorePlace(entry: Entry): void {
    const place = this.#placeKeeper?.current()
    this.#leavePlace(place)
    if (entry.place === undefined) this.#placeKeeper?.goTo(entry.url)
    else this.#placeKeeper?.restore(entry.place)
    this.set({ entry, isSlow: false, cause: 'place' })
  }

  /** Prepares for another place of the same page: saves the current one. */
  #leavePlace(place: unknown): void {
    this.#loading?.abort()
    this.#app().modals.closeAll()
    this.state.entry.place = place
  }

  #writeHistory({ key, url }: Entry, replace: boolean, fragment?: string): void {
    const { entry: previous } = this.state
    const href = this.#app().href(url) + (fragment === undefined ? '' : `#${fragment}`)
    if (replace || url === previous.url) {
      this.#entries.delete(previous.key)
      history.replaceState({ key, depth: historyDepth() }, '', href)
    } else {
      history.pushState({ key, depth: historyDepth() + 1 }, '', href)
    }
  }

  /** Preloads the code of a page. Ignores failures: navigation loads it again. */
  preload(url: string): void {
    const app = this.#app()
    const match = app.routes.match(url)
    if (match === undefined) return
    Promise.all([loadPages([match]), app.slots.preloadFor(match.name)]).catch(() => {})
  }

  /** Changes the address without loading or rendering, as scrolling through a discussion does. */
  rewrite(url: string): void {
    const { entry } = this.state
    entry.url = url
    history.replaceState({ key: entry.key, depth: historyDepth() }, '', this.#app().href(url))
  }

  /**
   * Loads the current page again, to refresh it or to retry after an error.
   * @param mayReload whether code that does not arrive may make it load the page as a document.
   */
  async reload(mayReload = true): Promise<void> {
    const { url, key, pageKey } = this.state.entry
    await this.#show({ ...newEntry(url, key), pageKey }, 'reload', () => {}, mayReload)
  }

  /** Lets going back load the pages anew: what the reader did has changed some. */
  forget(): void {
    this.#entries.clear()
  }

  /** Goes back within the forum, or to `url` if the reader came from another site. */
  back(url: string): void {
    if (historyDepth() > 0) history.back()
    else void this.navigate(url)
  }

  /** Shows the entry to which the browser moved in its history. */
  async traverse(key: string | undefined, url: string): Promise<void> {
    const isFragmentOnly = key === undefined && url === this.state.entry.url
    if (isFragmentOnly) return
    this.#saveScroll()
    const existing = key === undefined ? undefined : this.#entries.get(key)
    if (existing?.page !== undefined && existing.pageKey === this.state.entry.pageKey && this.#placeKeeper) {
      this.#restorePlace(existing)
      return
    }
    if (existing?.page !== undefined && existing.error === undefined && existing.loading === undefined) {
      this.#loading?.abort()
      this.#app().modals.closeAll()
      this.set({ entry: existing, isSlow: false, cause: 'traverse' })
      return
    }
    const entry = newEntry(url, key)
    await this.#show(entry, 'traverse', () =>
      history.replaceState({ key: entry.key, depth: historyDepth() }, ''),
    )
  }

  async #show(
    entry: Entry,
    cause: RouterState['cause'],
    commit: () => void,
    mayReload = true,
  ): Promise<void> {
    this.#loading?.abort()
    const loading = new AbortController()
    this.#loading = loading
    let isCommitted = false
    const commitOnce = () => {
      if (!isCommitted) {
        this.#app().modals.closeAll()
        commit()
      }
      isCommitted = true
    }
    const show = (shown: Entry) => {
      commitOnce()
      this.#remember(shown)
      this.set({ entry: shown, isSlow: shown.loading === 'unknown', cause })
    }
    const progressBar = setTimeout(() => this.update({ isSlow: true }), progressBarDelay)
    const skeleton = setTimeout(() => {
      if (cause !== 'reload' && entry.page?.Skeleton !== undefined) show({ ...entry, loading: 'unknown' })
    }, skeletonDelay)
    const showKnown = () => {
      const { page, location } = entry
      const isKnown = location !== undefined && page?.isKnown?.(location, this.#app())
      if (!isKnown || cause === 'reload' || loading.signal.aborted) return
      clearTimeout(skeleton)
      show({ ...entry, loading: 'known' })
    }
    const loaded = await loadEntry(this.#app(), entry, loading.signal, showKnown)
    clearTimeout(progressBar)
    clearTimeout(skeleton)
    if (mayReload && (loaded.isPartial || loaded.error instanceof ChunkLoadError)) {
      const { connection } = this.#app()
      await connection.check()
      if (connection.isReachable && !loading.signal.aborted) {
        this.update({ isSlow: true })
        commitOnce()
        await reloadDocument(true)
      }
    }
    if (loading.signal.aborted) return
    const redirect = redirectOf(this.#app(), loaded)
    if (redirect === undefined) show(loaded)
    else await this.navigate(redirect, { replace: isCommitted || cause !== 'navigate' })
  }

  #remember(entry: Entry): void {
    this.#entries.set(entry.key, entry)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest)
  }

  #saveScroll(): void {
    this.state.entry.scroll = window.scrollY
  }
}

/** An entry whose page is not loaded yet. */
export function newEntry(url: string, key = newKey()): Entry {
  return {
    key,
    pageKey: key,
    url,
    location: undefined,
    page: undefined,
    documents: [],
    requestedAt: performance.now(),
    state: new Map(),
    scroll: 0,
  }
}

/** Path to which a loaded page redirects the viewer. */
export function redirectOf(app: App, { page, location, documents, error }: Entry): string | undefined {
  if (page === undefined || location === undefined || error !== undefined) return undefined
  return page.redirect?.({ location, documents }, app)
}

/** Path, without a slash at its end, and query of an address below the base path; `undefined` outside of it. */
export function withinBase(
  address: { pathname: string; search: string },
  basePath: string,
): string | undefined {
  const { pathname, search } = address
  if (basePath !== '' && pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return undefined
  return (pathname.slice(basePath.length).replace(/([^/])\/+$/, '$1') || '/') + search
}

/** How many entries of the forum precede this one in the browser's history. */
export function historyDepth(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'depth' in state ? Number(state.depth) : 0
}

let keyCount = 0

function newKey(): string {
  keyCount += 1
  // `loadId` keeps keys of earlier page loads from matching.
  return `${loadId}-${keyCount}`
}

const loadId = Math.random().toString(36).slice(2, 10)

declare module '../../points/app.ts' {
  interface App {
    readonly router: Router
  }
}
