import type { PagedList } from './paged-list.ts'

/** A list as its reader left it. */
export interface RecentList {
  readonly list: PagedList
  /** Where it has its page: an address below the base path. */
  readonly url: string
  /** How far it was scrolled beside a discussion; pixels. */
  readonly scroll: number
}

const NONE: RecentList = {
  list: { ids: [], next: undefined, page: 1, relationships: {} },
  url: '/',
  scroll: 0,
}

/** Remembers the list of discussions that the reader saw last, which the pages of discussions offer at their side. */
export class RecentDiscussions {
  #current = NONE

  /** Without any discussion as long as no list was seen. */
  get current(): RecentList {
    return this.#current
  }

  remember(list: RecentList): void {
    this.#current = list
  }

  keepScroll(scroll: number): void {
    this.#current = { ...this.#current, scroll }
  }
}
