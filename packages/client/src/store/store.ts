import type { Identifier, Linkage, ResourceObject, ResourceType } from '@parley/shared'
import { type AnyRecord, type Relationships, recordKey, type StoreRecord } from './record.ts'

/** A document of the API, or any object with `data` and `included`. */
export interface PushableDocument {
  data?: ResourceObject | ResourceObject[] | null
  included?: ResourceObject[]
}

/** What an optimistic change sets. `undefined` takes an attribute away. */
export interface RecordChanges<T extends ResourceType = ResourceType> {
  attributes?: Partial<Omit<StoreRecord<T>, 'type' | 'id' | 'relationships'>>
  relationships?: Record<string, Linkage | null>
}

type Listener = () => void

/** Stands for somebody who holds a part of a long list at a time: see `Store.release`. */
export type Lease = object

/** Answers of the API, normalised: every resource once, whoever delivered it. */
export class Store {
  #records = new Map<string, Map<string, AnyRecord>>()
  #listeners = new Map<string, Set<Listener>>()
  #warned = new Set<string>()
  #leases = new Map<string, Lease>()

  /** Makes a type known. Throws when it is known already: two extensions would share one name. */
  register(type: string): void {
    if (this.#records.has(type)) throw new Error(`The resource type "${type}" is registered twice.`)
    this.#records.set(type, new Map())
  }

  /**
   * Merges every resource of a document: attributes and relationships over what is known.
   * @param lease whose records those become that were not known; without it they stay for good.
   */
  push(document: PushableDocument | null | undefined, lease?: Lease): void {
    if (!document) return
    const { data, included } = document
    if (Array.isArray(data)) for (const resource of data) this.pushResource(resource, lease)
    else if (data) this.pushResource(data, lease)
    if (included) for (const resource of included) this.pushResource(resource, lease)
  }

  /** Merges one resource object. Types nobody registered are ignored with one warning each. */
  pushResource(
    resource: Identifier & { attributes?: object; relationships?: ResourceObject['relationships'] },
    lease?: Lease,
  ): void {
    const ofType = this.#records.get(resource.type)
    if (ofType === undefined) {
      this.#warnUnknown(resource.type)
      return
    }
    const known = ofType.get(resource.id)
    this.#noteLease(recordKey(resource), known === undefined, lease)
    let relationships: Relationships = known === undefined ? NO_RELATIONSHIPS : known.relationships
    if (resource.relationships !== undefined) {
      const merged: Record<string, Linkage | null> = { ...relationships }
      for (const name in resource.relationships) {
        const linkage = resource.relationships[name]
        if (linkage !== undefined) merged[name] = linkage.data
      }
      relationships = merged
    }
    this.#put(ofType, {
      ...known,
      ...resource.attributes,
      type: resource.type,
      id: resource.id,
      relationships,
    })
  }

  get<T extends ResourceType>(type: T, id: string): StoreRecord<T> | undefined {
    return this.#records.get(type)?.get(id) as StoreRecord<T> | undefined
  }

  /** Every record of a type, in the order of arrival. */
  all<T extends ResourceType>(type: T): StoreRecord<T>[] {
    return [...(this.#records.get(type)?.values() ?? [])] as unknown as StoreRecord<T>[]
  }

  /** The target of a to-one relationship, when it is known and loaded. */
  related<T extends ResourceType>(
    record: { relationships: Relationships },
    name: string,
    type: T,
  ): StoreRecord<T> | undefined {
    const linkage = record.relationships[name]
    if (!linkage || Array.isArray(linkage) || linkage.type !== type) return undefined
    return this.get(type, linkage.id)
  }

  /** The loaded targets of a to-many relationship, in its order. */
  relatedMany<T extends ResourceType>(
    record: { relationships: Relationships },
    name: string,
    type: T,
  ): StoreRecord<T>[] {
    const linkage = record.relationships[name]
    if (!Array.isArray(linkage)) return []
    const targets = linkage.map((target) => (target.type === type ? this.get(type, target.id) : undefined))
    return targets.filter((target) => target !== undefined)
  }

  /** Forgets a record. */
  remove(identifier: Identifier): void {
    const key = recordKey(identifier)
    this.#leases.delete(key)
    if (this.#records.get(identifier.type)?.delete(identifier.id)) this.#notify(key)
  }

  /**
   * Forgets the records that came with a lease alone, but for those that are shown now, or that `kept` and what
   * these refer to name.
   */
  release(lease: Lease, kept: readonly Identifier[]): void {
    const reached = new Set<string>()
    const reach = (identifier: Identifier) => {
      const key = recordKey(identifier)
      if (reached.has(key)) return
      reached.add(key)
      const record = this.#records.get(identifier.type)?.get(identifier.id)
      for (const linkage of Object.values(record?.relationships ?? {})) {
        for (const target of [linkage ?? []].flat()) {
          // What is not leased stays anyway, and may refer to half the forum.
          if (this.#leases.get(recordKey(target)) === lease) reach(target)
        }
      }
    }
    for (const identifier of kept) reach(identifier)
    for (const [key, owner] of this.#leases) {
      if (owner !== lease || reached.has(key) || this.#listeners.has(key)) continue
      const [type = '', id = ''] = key.split(':', 2)
      this.remove({ type, id })
    }
  }

  /**
   * Changes a record at once, before the server agreed.
   * @returns takes the change back, leaving alone what has changed again since.
   */
  change<T extends ResourceType>(type: T, id: string, changes: NoInfer<RecordChanges<T>>): () => void {
    const ofType = this.#records.get(type)
    const before = ofType?.get(id)
    if (ofType === undefined || before === undefined) return () => {}
    const attributes: Record<string, unknown> = changes.attributes ?? {}
    const changedLinks = changes.relationships ?? {}
    this.#put(ofType, {
      ...before,
      ...attributes,
      type,
      id,
      relationships: { ...before.relationships, ...changedLinks },
    })
    return () => {
      const now = ofType.get(id)
      if (now === undefined) return
      const relationships = revert(now.relationships, before.relationships, changedLinks)
      this.#put(ofType, { ...revert(now, before, attributes), type, id, relationships } as AnyRecord)
    }
  }

  /** Calls `listener` after each change of one record. @returns ends the subscription. */
  subscribe(type: string, id: string, listener: Listener): () => void {
    const key = recordKey({ type, id })
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key)
    }
  }

  /** A record belongs to a lease as long as nobody else brought it. */
  #noteLease(key: string, isNew: boolean, lease: Lease | undefined): void {
    if (isNew && lease !== undefined) this.#leases.set(key, lease)
    else if (this.#leases.size > 0 && this.#leases.get(key) !== lease) this.#leases.delete(key)
  }

  #put(ofType: Map<string, AnyRecord>, record: AnyRecord): void {
    ofType.set(record.id, record)
    if (this.#listeners.size > 0) this.#notify(recordKey(record))
  }

  #notify(key: string): void {
    const listeners = this.#listeners.get(key)
    if (listeners) for (const listener of [...listeners]) listener()
  }

  #warnUnknown(type: string): void {
    if (this.#warned.has(type)) return
    this.#warned.add(type)
    console.warn(`Resources of the unknown type "${type}" are ignored.`)
  }
}

const NO_RELATIONSHIPS: Relationships = {}

/** `now` with every member of `changed` that still holds the changed value set back to what `before` had. */
function revert(now: object, before: object, changed: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = { ...now }
  const old: Record<string, unknown> = { ...before }
  for (const name in changed) {
    if (result[name] !== changed[name]) continue
    if (name in old) result[name] = old[name]
    else delete result[name]
  }
  return result
}
