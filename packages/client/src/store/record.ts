import type { Identifier, Linkage, Resources, ResourceType } from '@parley/shared'

/** A relationship target of a record, as the wire has it. `null` after a change that took the target away. */
export type Relationships = Readonly<Record<string, Linkage | null>>

interface RecordBase<T extends string> {
  readonly type: T
  readonly id: string
  readonly relationships: Relationships
}

/**
 * One resource as the client holds it: its attributes beside `type`, `id` and `relationships`.
 * Records are never changed: a change puts a new object in the store.
 */
export type StoreRecord<T extends ResourceType = ResourceType> = RecordBase<T> & Readonly<Resources[T]>

/** A record of a type that is only known at run time. */
export type AnyRecord = RecordBase<string> & Readonly<Record<string, unknown>>

/** The key under which the store keeps a resource. */
export function recordKey(identifier: Identifier): string {
  return `${identifier.type}:${identifier.id}`
}
