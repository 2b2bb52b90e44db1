import type { Identifier, Linkage, Resources, ResourceType } from '@parley/shared'

/** The linkages of a record, as on the wire. `null` after a change that removed the target. */
export type Relationships = Readonly<Record<string, Linkage | null>>

interface RecordBase<T extends string> {
  readonly type: T
  readonly id: string
  readonly relationships: Relationships
}

/**
 * A resource in the store: its attributes beside `type`, `id` and `relationships`.
 * Records are immutable: a change puts a new object into the store.
 */
export type StoreRecord<T extends ResourceType = ResourceType> = RecordBase<T> & Readonly<Resources[T]>

/** A record whose type is known at run time only. */
export type AnyRecord = RecordBase<string> & Readonly<Record<string, unknown>>

/** The key under which the store keeps a resource. */
export function recordKey(identifier: Identifier): string {
  return `${identifier.type}:${identifier.id}`
}
