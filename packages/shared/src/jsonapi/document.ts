/** JSON:API documents as `spec` section 1 has them: https://jsonapi.org/format/1.0/ without top-level meta. */
export interface Identifier {
  type: string
  id: string
}

export type Linkage = Identifier | Identifier[]

export interface ResourceObject extends Identifier {
  attributes?: Record<string, unknown>
  /** Only relationships that were included and have a value are there; a to-one without target is left out. */
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

export interface CollectionDocument {
  links: PageLinks
  data: ResourceObject[]
  included?: ResourceObject[]
  meta?: ListMeta
}

/** What is said about a list as a whole. */
export interface ListMeta {
  /** Of a search with words that nothing has: the `filter[q]` that was probably meant. It finds something. */
  suggestion?: string
  /** Only in pages that the server renders, where the list had no room for all of its rows. */
  excerpts?: ListExcerpts
}

/** Rows of a page of a list that are not in its `data`: long texts are excerpts. For readers without a script. */
export interface ListExcerpts {
  /** Before those in `data`, in the order of the list. */
  earlier: ResourceObject[]
  /** Behind them. */
  later: ResourceObject[]
  /** Of the page as it is with these rows. */
  links: PageLinks
}

export interface ErrorObject {
  /** The HTTP status as text. */
  status: string
  code: string
  /** For people; only some errors have one. */
  detail?: string
  source?: { pointer: string }
}

export interface ErrorDocument {
  errors: ErrorObject[]
}
