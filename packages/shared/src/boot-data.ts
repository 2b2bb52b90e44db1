import type { ErrorObject, Identifier } from './jsonapi/document.ts'

/** What the server embeds in every page for the client to start from, as `application/json`. */
export interface BootData {
  locale: string
  /** Code to display name. */
  locales: Record<string, string>
  /** The forum resource and everything its document included. */
  resources: (Identifier & { attributes?: object })[]
  session: {
    /** 0 for guests. */
    userId: number
    /** Masked anew on every page (`csrfSecret`). Empty on shared pages: the first API answer brings it. */
    csrfToken: string
  }
  /** The page's main document, as the API answers `apiRequest`; only on pages that have one. */
  apiDocument?: unknown
  /** Path below the API's address: `/discussions?sort=…`. */
  apiRequest?: string
  /** The other answers that the page's route asked for, by request path. */
  documents: Record<string, unknown>
  /** Path and query the documents belong to. */
  url: string
  /** Ids of the enabled extensions. */
  extensions: string[]
  /** What was wrong with the form that this page answers, when it was posted without a script. */
  form?: {
    errors: ErrorObject[]
    /** What was typed, by name; never a password. */
    values: Record<string, string>
  }
  /** An error page was drawn, because the page itself failed on the server: the browser draws it from the start. */
  hasFailed?: true
  /** Version of the client on this page, as answers of the API name theirs in `X-Client-Build`. */
  build?: string
  /** Time of rendering, ISO 8601: relative times are first drawn from it, so that hydration agrees. */
  now: string
}

/** Every document that came with a page, by request path. */
export function bootDocuments({ apiRequest, apiDocument, documents }: BootData): Record<string, unknown> {
  return apiRequest === undefined ? documents : { [apiRequest]: apiDocument, ...documents }
}
