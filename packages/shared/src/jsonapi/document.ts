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
