import type { ErrorObject, Identifier } from './jsonapi/document.ts'

/** The state that the server embeds in every page as `application/json`; the client starts from it. */
export interface BootData extends PageBoot, BootDocuments {}

/** The API responses that come with a page. */
export interface BootDocuments {
  /** The page's main document: the API's response to `apiRequest`. Only on pages that have one. */
  apiDocument?: unknown
  /** Path below the API's address: `/discussions?sort=…`. */
  apiRequest?: string
  /** The other API responses that the page's route needs, by request path. */
  documents: Record<string, unknown>
}

/** What a page starts from besides API responses: it tells which ones the page needs. */
export interface PageBoot {
  locale: string
  /** Code to display name. */
  locales: Record<string, string>
  /** The forum resource and the resources that its document includes. */
  resources: (Identifier & { attributes?: object })[]
  session: {
    /** 0 for guests. */
    userId: number
    /** Masked anew on every page (`csrfSecret`). Empty on shared pages: the first API answer brings it. */
    csrfToken: string
  }
  /** Path and query of the page that the documents belong to. */
  url: string
  /** Ids of the enabled extensions. */
  extensions: string[]
  /** Errors and values of a rejected form, when it was posted without a script. */
  form?: {
    errors: ErrorObject[]
    /** The submitted values by field name; never a password. */
    values: Record<string, string>
  }
  /** What the page shows in the forum's frame in place of a screen: a form or a failure that the server writes. */
  smallPage?: SmallPage
  /** In the administration area: the permissions of the user that open its pages. */
  permissions?: string[]
  /** An administrator views the forum as another: nothing can be written, and nothing is kept in the browser. */
  isView?: true
  /** The page failed on the server, which sent an error page: the browser renders the page from scratch. */
  hasFailed?: true
  /** Version of the client on this page; API responses name the current one in `X-Client-Build`. */
  build?: string
  /** Time of rendering, ISO 8601. The first render computes relative times from it, so that hydration matches. */
  now: string
}

/** A page that works without the client: confirmation, passwords, failures. */
export interface SmallPage {
  title: string
  /** Everything below the heading. */
  html: string
  status: number
  /** The icon of a failure; pages with a form have none. */
  icon?: string
}

/** Every document that came with a page, by request path. */
export function bootDocuments({
  apiRequest,
  apiDocument,
  documents,
}: BootDocuments): Record<string, unknown> {
  return apiRequest === undefined ? documents : { [apiRequest]: apiDocument, ...documents }
}
