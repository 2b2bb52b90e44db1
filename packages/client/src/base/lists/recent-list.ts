import type { PagedList } from './paged-list.ts'

/** A list as the reader left it. */
export interface RecentList {
  readonly list: PagedList
  /** Path of the list's page, below the base path. */
  readonly url: string
  /** API path of the list's first page. */
  readonly request: string
  /** Scroll position of the list beside a discussion, in pixels. */
  readonly scroll: number
}

/** The data for loading a list again. */
export interface ListPlace extends Pick<RecentList, 'url' | 'request'> {
  /** How many discussions were loaded. */
  readonly count: number
}

/** Key of the list's place in the tab's session storage. */
const storageKey = 'parley.recentDiscussions'

/** Remembers the last list of discussions, which the pages of discussions offer at their side. */
export class RecentDiscussions {
  #current: RecentList | undefined
  #storage: Storage | undefined

  /** @param storage session storage of the tab. */
  constructor(storage?: Storage) {
    this.#storage = storage
  }

  /** `undefined` until a list is shown after a page load. */
  get current(): RecentList | undefined {
    return this.#current
  }

  /** The place of the last list, even from before a reload. */
  get place(): ListPlace | undefined {
    try {
      return parsePlace(this.#storage?.getItem(storageKey))
    } catch {
      return undefined
    }
  }

  /** Remembers a list. Ignores empty lists. */
  remember(recent: RecentList): void {
    const { list, url, request } = recent
    if (list.ids.length === 0) return
    this.#current = recent
    const place: ListPlace = { url, request, count: list.ids.length }
    try {
      this.#storage?.setItem(storageKey, JSON.stringify(place))
    } catch {
      // Without storage the list is remembered until the page is left.
    }
  }

  saveScroll(scroll: number): void {
    if (this.#current !== undefined) this.#current = { ...this.#current, scroll }
  }
}

function parsePlace(json: string | null | undefined): ListPlace | undefined {
  const { url, request, count }: Partial<Record<string, unknown>> = json ? JSON.parse(json) : {}
  const isPlace = typeof url === 'string' && typeof request === 'string' && typeof count === 'number'
  return isPlace ? { url, request, count } : undefined
}

declare module '../../points/app.ts' {
  interface App {
    readonly recentDiscussions: RecentDiscussions
  }
}
