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

/** Answers of the API, normalised: every resource once, whoever delivered it. */
export class Store {
  #records = new Map<string, Map<string, AnyRecord>>()
  #listeners = new Map<string, Set<Listener>>()
  #warned = new Set<string>()

  /** Makes a type known. Throws when it is known already: two extensions would share one name. */
  register(type: string): void {
    if (this.#records.has(type)) throw new Error(`The resource type "${type}" is registered twice.`)
    this.#records.set(type, new Map())
  }

  /** Merges every resource of a document: attributes and relationships over what is known. */
  push(document: PushableDocument | null | undefined): void {
    if (!document) return
    const { data, included } = document
    if (Array.isArray(data)) for (const resource of data) this.pushResource(resource)
    else if (data) this.pushResource(data)
    if (included) for (const resource of included) this.pushResource(resource)
  }

  /** Merges one resource object. Types nobody registered are ignored with one warning each. */
  pushResource(
    resource: Identifier & { attributes?: object; relationships?: ResourceObject['relationships'] },
  ): void {
    const ofType = this.#records.get(resource.type)
    if (ofType === undefined) {
      this.#warnUnknown(resource.type)
      return
    }
    const known = ofType.get(resource.id)
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
    if (this.#records.get(identifier.type)?.delete(identifier.id)) this.#notify(recordKey(identifier))
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
