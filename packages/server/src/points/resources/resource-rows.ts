/**
 * The type of rows of each resource type, on the server. Features and extensions add theirs:
 * `declare module '…' { interface ResourceRows { tags: TagRow } }`.
 */
export interface ResourceRows {
  forums: ForumRow
}

/** The row of the forum itself, a resource without a table. */
export interface ForumRow extends Row {
  id: 1
}

/** The tables of resource types whose names say otherwise: `interface ResourceTables { bells: 'tower_bells' }`. */
export interface ResourceTables extends Record<never, never> {}

/** The name of a resource type's table: `access_tokens` for `access-tokens`, unless `ResourceTables` has another. */
export type TableOf<Type extends string> = Type extends keyof ResourceTables
  ? ResourceTables[Type]
  : Type extends `${infer Head}-${infer Tail}`
    ? `${Head}_${TableOf<Tail>}`
    : Type

export type ResourceType = keyof ResourceRows & string

/** The columns of every row. */
export interface Row {
  id: number
  /** The size in bytes of the `longTexts`, if the row was read without them, with empty texts; otherwise 0 or absent. */
  omitted_bytes?: number
  /** The id in answers, where it is not the digits of `id`: of rows that only include and list others. No path has it. */
  wire_id?: string
}
