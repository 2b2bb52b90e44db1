/** JSON:API documents (api-core 1): https://jsonapi.org/format/1.0/ without top-level meta. */
export interface Identifier {
  type: string
  id: string
}

export type Linkage = Identifier | Identifier[]

export interface ResourceObject extends Identifier {
  attributes?: Record<string, unknown>
  /** Only the relationships that were included and have a value; a to-one without target is omitted. */
  relationships?: Record<string, { data: Linkage }>
}

export interface PageLinks {
  first: string
  prev?: string
  next?: string
}

export interface ResourceDocument {
  data: ResourceObject
  included?: ResourceObject[]
}

/** A whole list, which has no pages. */
export interface WholeList {
  data: ResourceObject[]
  included?: ResourceObject[]
  meta?: ListMeta
}

/** A page of a list. */
export interface CollectionDocument extends WholeList {
  links: PageLinks
}

/** The answer of `GET /api/admin/users`: with the names of the filters and sorts that the viewer may use. */
export interface UserListDocument extends CollectionDocument {
  /** The filters that the actor may use, and the entries of the menu of orders. */
  meta: ListMeta & { filters: string[]; sorts: { sort: string; label: string }[] }
}

/** Information about a list as a whole. */
export interface ListMeta {
  /** A corrected `filter[q]` for a search whose words occur nowhere. It has results. */
  suggestion?: string
  /** Names in a search without results that name nothing, by filter: `{ author: ['zoe'] }`. */
  unknown?: Readonly<Record<string, readonly string[]>>
  /** Only in pages that the server renders, if the list is too long to send all of its rows in full. */
  excerpts?: ListExcerpts
}

/** The attributes of `GET /api/totals/{type}`: `rows` of a list, and other counts by their names. */
export interface ListTotals {
  readonly rows: BoundedCount
  readonly [name: string]: BoundedCount
}

/** A count that stops at a limit: there are `count` things, or at least so many. */
export interface BoundedCount {
  count: number
  /** Whether there may be more. */
  hasMore: boolean
}

/** Rows of a page of a list beyond its `data`, with excerpts of long texts. For readers without a script. */
export interface ListExcerpts {
  /** The rows before `data`, in the order of the list. */
  earlier: ResourceObject[]
  /** The rows after `data`. */
  later: ResourceObject[]
  /** Links of the page with these rows. */
  links: PageLinks
}

export interface ErrorObject {
  /** The HTTP status as text. */
  status: string
  code: string
  /** A text for users; only some errors have one. */
  detail?: string
  source?: { pointer: string }
  /** With 409: the text of a setting on the server (`value`), or the value of what another has changed meanwhile. */
  meta?: { value?: string | null; current?: unknown }
}

export interface ErrorDocument {
  errors: ErrorObject[]
}
