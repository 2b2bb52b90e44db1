import type { BootDocuments, PageBoot } from '@parley/shared'

/** The server's half of a built client. */
export interface ClientModule {
  /** Whether a screen has this path below the base path. */
  has(path: string): boolean
  open(url: string, boot: PageBoot): OpenedPage
}

/** A requested page. */
export interface OpenedPage {
  /** 200, or 404 where no screen has the path. */
  status: number
  /** The API requests whose answers rendering needs: paths below the API's address. */
  requests: readonly string[]
  /** Renders the page. Missing documents and error documents make it an error page. */
  render(documents: BootDocuments['documents']): ClientPage
}

/** What rendering tells about a page. */
export interface RenderedPage {
  /** Full title, not escaped. */
  title: string
  /** Title without the forum's; undefined for the home page. */
  heading?: string
  status: number
  /** Where the visitor is redirected, below the base path; then nothing is rendered. */
  redirect?: string
  description?: string
  /** Paths below the base path, or absolute. */
  canonical?: string
  prev?: string
  next?: string
  /** A feed of what the page shows. */
  feed?: { title: string; path: string }
}

export interface ClientPage extends RenderedPage {
  /** Content of `<div id="app">`. */
  html: string
  /** The error that an error page replaces the page for. */
  failure?: unknown
}
