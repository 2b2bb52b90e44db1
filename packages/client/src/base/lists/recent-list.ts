import type { PagedList } from './paged-list.ts'

/** A list as its reader left it. */
export interface RecentList {
  readonly list: PagedList
  /** Where it has its page: an address below the base path. */
  readonly url: string
  /** Path of the API that the list begins with. */
  readonly request: string
  /** How far it was scrolled beside a discussion; pixels. */
  readonly scroll: number
}

/** What it takes to load a list again. */
export interface ListPlace extends Pick<RecentList, 'url' | 'request'> {
  /** How many discussions of it were loaded. */
  readonly count: number
}

/** Where a tab remembers the place of the list over reloads. */
const KEY = 'parley.recentDiscussions'

/** Remembers the list of discussions that the reader saw last, which the pages of discussions offer at their side. */
export class RecentDiscussions {
  #current: RecentList | undefined
  #storage: Storage | undefined

  /** @param storage of the tab. */
  constructor(storage?: Storage) {
    this.#storage = storage
  }

  /** `undefined` as long as no list was seen since the page was loaded. */
  get current(): RecentList | undefined {
    return this.#current
  }

  /** Where the list is that was seen last, before the page was loaded too. */
  get place(): ListPlace | undefined {
    try {
      return parsePlace(this.#storage?.getItem(KEY))
    } catch {
      return undefined
    }
  }

  /** An empty list leads nowhere: the one before it stays. */
  remember(recent: RecentList): void {
    const { list, url, request } = recent
    if (list.ids.length === 0) return
    this.#current = recent
    const place: ListPlace = { url, request, count: list.ids.length }
    try {
      this.#storage?.setItem(KEY, JSON.stringify(place))
    } catch {
      // Without storage it is known until the page is left.
    }
  }

  keepScroll(scroll: number): void {
    if (this.#current !== undefined) this.#current = { ...this.#current, scroll }
  }
}

function parsePlace(json: string | null | undefined): ListPlace | undefined {
  const { url, request, count }: Partial<Record<string, unknown>> = json ? JSON.parse(json) : {}
  const isPlace = typeof url === 'string' && typeof request === 'string' && typeof count === 'number'
  return isPlace ? { url, request, count } : undefined
}
