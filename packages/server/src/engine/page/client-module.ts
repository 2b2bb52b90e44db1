import type { BootData } from '@parley/shared'

/** The server's half of a client that was built. */
export interface ClientModule {
  /** Whether there is a screen at this path below the base path. */
  has(path: string): boolean
  open(url: string, boot: BootData): OpenedPage
}

/** A page that has been asked for. */
export interface OpenedPage {
  /** 200, or 404 where there is no screen. */
  status: number
  /** What it needs before it can be drawn: paths below the API's address. */
  requests: readonly string[]
  /** Draws it. Documents that are missing or errors make it an error page. */
  render(documents: BootData['documents']): ClientPage
}

/** What is known of a page once it is drawn. */
export interface RenderedPage {
  /** Whole text of the title, not escaped. */
  title: string
  /** Title of the page itself, without the forum's; undefined for the home page. */
  heading?: string
  status: number
  /** Where whoever asks is sent instead, below the base path; then nothing was drawn. */
  redirect?: string
  description?: string
  /** Paths below the base path, or absolute. */
  canonical?: string
  prev?: string
  next?: string
}

export interface ClientPage extends RenderedPage {
  /** Inside of `<div id="app">`. */
  html: string
  /** What was thrown when an error page stands in the place of the page. */
  failure?: unknown
}
