import type { ComponentType } from 'react'
import type { App } from '../app.ts'
import type { ComposerFields } from '../composer/composer-target.ts'
import type { PageHead, PageLocation, PageProps, Route } from '../routes.ts'

/**
 * A list of discussions with a page of its own. The page has the sidebar, the toolbar with sort and refresh, totals, paging
 * and the pane beside its discussions. The list of all discussions is one of them.
 */
export interface ListPage {
  /** As the path of a route: `/t/:slug`. */
  path: string
  /** The heading: a locale key, or a function that returns the text. */
  title: string | ((location: PageLocation, app: App) => string)
  /** Values of the API's filters: `{ tag: 'news' }`. All discussions by default. */
  filter?: (location: PageLocation, app: App) => Record<string, string>
  /** The sort where the address names none: `latest`, `top`, `newest` or `oldest`. The server's own order by default. */
  sort?: (location: PageLocation, app: App) => string | undefined
  /** Whether a new post concerns the list. By default all concern a list without a filter, and none another one. */
  hears?: (news: NewPost, location: PageLocation, app: App) => boolean
  /** Further API paths that the page loads before it renders. If one is missing, so is the page. */
  requests?: Route['requests']
  /** Above the columns, on the first page. */
  Hero?: ComponentType<ListPageProps>
  /** The hero has the page's heading, an `h1`: the toolbar has none beside it. */
  heroHasHeading?: true
  /** In place of an empty list. */
  Empty?: ComponentType<ListPageProps>
  /** How a new discussion is started on the page. */
  start?: (location: PageLocation, app: App) => ListStart
  /** What the head has besides the title and links to other pages: a description, a feed. */
  head?: (props: PageProps, app: App) => PageHead
  /** Guests get an error that asks them to log in. */
  isForMembers?: true
}

/** What is told of a new post in real time. */
export interface NewPost {
  postId: number
  discussionId: number
  /** Ids of the tags of its discussion; null without the extension. */
  tagIds: readonly string[] | null
}

/** The records of the list's own `requests` may be missing while the page loads. */
export interface ListPageProps {
  location: PageLocation
}

export interface ListStart {
  /** What the composer's fields begin with: `{ tags: ['1'] }`. */
  fields?: Partial<ComposerFields>
  /** Whether the viewer may start a discussion here. By default where that is allowed anywhere. */
  isAllowed?: boolean
}

declare module '../routes.ts' {
  interface Route {
    /** The list that the page shows; set by the forum. */
    list?: ListPage
  }
  interface PageLocation {
    /** The list that the page shows. */
    list?: ListPage | undefined
  }
}

declare module '../extension.ts' {
  interface ClientExtension {
    /** Lists of discussions with pages of their own, by the names of their routes: `{ tag: { path: '/t/:slug', … } }`. */
    lists?: Readonly<Record<string, ListPage>>
  }
}
