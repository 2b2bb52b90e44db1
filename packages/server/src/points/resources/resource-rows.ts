/**
 * The row that stands behind each resource type, on the server. Features and extensions add theirs:
 * `declare module '…' { interface ResourceRows { tags: TagRow } }`.
 */
export interface ResourceRows {
  forums: ForumRow
}

/** The forum itself is one resource without a table. */
export interface ForumRow extends Row {
  id: 1
}

/** The name that the table of a resource type has: `access_tokens` for `access-tokens`. */
export type TableOf<Type extends string> = Type extends `${infer Head}-${infer Tail}`
  ? `${Head}_${TableOf<Tail>}`
  : Type

export type ResourceType = keyof ResourceRows & string

/** What every row has. */
export interface Row {
  id: number
  /** Bytes of the resource's `longTexts` if the row was read without them, so that they are empty; otherwise 0 or absent. */
  omitted_bytes?: number
}
