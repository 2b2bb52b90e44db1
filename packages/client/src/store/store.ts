import type { Identifier, Linkage, ResourceObject, ResourceType } from '@parley/shared'
import { KeyedListeners, type Listener } from './listeners.ts'
import { type AnyRecord, type Relationships, recordKey, type StoreRecord } from './record.ts'

/** A document of the API, or any object with `data` and `included`. */
export interface PushableDocument {
  data?: ResourceObject | ResourceObject[] | null
  included?: ResourceObject[]
}

/** What an optimistic change sets. `undefined` removes an attribute. */
export interface RecordChanges<T extends ResourceType = ResourceType> {
  attributes?: Partial<Omit<StoreRecord<T>, 'type' | 'id' | 'relationships'>>
  relationships?: Record<string, Linkage | null>
}

/** Identifies a holder of records, such as a long list that shows a part at a time: see `Store.release`. */
export type RecordOwner = object

/** The changes of a record, from the first one until all of them have ended. */
interface Writes {
  /** What each changes, by when it began; of those that have not failed. */
  readonly starts: Map<number, readonly string[]>
  pending: number
  /** The answer to the latest change that has one. */
  answered?: { start: number; document: object }
}

/** Normalized cache of the API's answers: holds each resource once. */
export class Store {
  #records = new Map<string, Map<string, AnyRecord>>()
  #listeners = new KeyedListeners()
  #warned = new Set<string>()
  #owners = new Map<string, RecordOwner>()
  /** The changes of each record, while some of them are on their way to the server. */
  #writes = new Map<string, Writes>()
  /** When a change of each record ended last, in steps of `#steps`. */
  #ended = new Map<string, number>()
  #steps = 0
  /** By document: whether its value of an attribute or relationship of a record may be older than a change of the reader. */
  #isOlder = new WeakMap<object, (key: string, name: string) => boolean>()

  /** Registers a type. Throws if it is registered already: two extensions would share one name. */
  register(type: string): void {
    if (this.#records.has(type)) throw new Error(`The resource type "${type}" is registered twice.`)
    this.#records.set(type, new Map())
  }

  /**
   * Waits for a document of the server. When it is pushed, it leaves values alone that the reader has changed since it was
   * requested: the server may have read them before.
   */
  async read<D extends object | null>(request: () => Promise<D>): Promise<D> {
    const start = this.#steps
    const document = await request()
    const isOlder = (key: string) => this.#writes.has(key) || (this.#ended.get(key) ?? 0) > start
    if (document !== null) this.#isOlder.set(document, isOlder)
    return document
  }

  /**
   * Waits for the answer to a change of a record. When it is pushed, it leaves alone what other changes that were sent
   * meanwhile set, unless they fail.
   * @param changed names of the attributes and relationships that it changes.
   */
  async write<D extends object | null>(
    identifier: Identifier,
    changed: readonly string[],
    request: () => Promise<D>,
  ): Promise<D> {
    const key = recordKey(identifier)
    this.#steps += 1
    const start = this.#steps
    const writes: Writes = this.#writes.get(key) ?? { starts: new Map(), pending: 0 }
    this.#writes.set(key, writes)
    writes.starts.set(start, changed)
    writes.pending += 1
    try {
      const document = await request()
      if (document !== null) {
        // The server may have read values before others changed them. Of two changes of a value, the later one counts.
        const isOlder = (name: string) =>
          [...writes.starts].some(
            ([other, names]) => names.includes(name) && (other > start || !changed.includes(name)),
          )
        this.#isOlder.set(document, (other, name) => other === key && isOlder(name))
        if (start > (writes.answered?.start ?? 0)) writes.answered = { start, document }
      }
      return document
    } catch (error) {
      writes.starts.delete(start)
      this.push(writes.answered?.document)
      throw error
    } finally {
      writes.pending -= 1
      if (writes.pending === 0) this.#writes.delete(key)
      this.#steps += 1
      this.#ended.set(key, this.#steps)
    }
  }

  /**
   * Merges every resource of a document into the existing records.
   * @param owner holder of the records that are new; records without one stay for good.
   */
  push(document: PushableDocument | null | undefined, owner?: RecordOwner): void {
    if (!document) return
    const { data, included } = document
    const isOlder = this.#isOlder.get(document)
    for (const resource of [data ?? [], included ?? []].flat()) this.#merge(resource, owner, isOlder)
  }

  /** Merges one resource object. Ignores unregistered types, with one warning per type. */
  pushResource(
    resource: Identifier & { attributes?: object; relationships?: ResourceObject['relationships'] },
    owner?: RecordOwner,
  ): void {
    this.#merge(resource, owner)
  }

  /** @param isOlder whether a value may be older than that of the existing record, which then stays. */
  #merge(
    resource: Identifier & { attributes?: object; relationships?: ResourceObject['relationships'] },
    owner: RecordOwner | undefined,
    isOlder?: (key: string, name: string) => boolean,
  ): void {
    const ofType = this.#records.get(resource.type)
    if (ofType === undefined) {
      this.#warnUnknown(resource.type)
      return
    }
    const existing = ofType.get(resource.id)
    const key = recordKey(resource)
    this.#updateOwner(key, existing === undefined, owner)
    let relationships: Relationships = existing === undefined ? noRelationships : existing.relationships
    if (resource.relationships !== undefined) {
      const merged: Record<string, Linkage | null> = { ...relationships }
      for (const name in resource.relationships) {
        const linkage = resource.relationships[name]
        if (linkage !== undefined && !(name in merged && isOlder?.(key, name))) merged[name] = linkage.data
      }
      relationships = merged
    }
    this.#put(ofType, {
      ...existing,
      ...(resource.attributes && 'canHide' in resource.attributes && visible),
      ...resource.attributes,
      ...(isOlder && existing && pickBy(existing, (name) => isOlder(key, name))),
      type: resource.type,
      id: resource.id,
      relationships,
    })
  }

  get<T extends ResourceType>(type: T, id: string): StoreRecord<T> | undefined {
    return this.#records.get(type)?.get(id) as StoreRecord<T> | undefined
  }

  /** Every record of a type, in insertion order. */
  all<T extends ResourceType>(type: T): StoreRecord<T>[] {
    return [...(this.#records.get(type)?.values() ?? [])] as unknown as StoreRecord<T>[]
  }

  /** The target of a to-one relationship, if it is loaded. */
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

  /** Removes a record. */
  remove(identifier: Identifier): void {
    const key = recordKey(identifier)
    this.#owners.delete(key)
    if (this.#records.get(identifier.type)?.delete(identifier.id)) this.#listeners.notify(key)
  }

  /**
   * Removes the records that only this owner holds. Keeps records with subscribers, the records in `kept`, and
   * records of this owner that are reachable from those.
   */
  release(owner: RecordOwner, kept: readonly Identifier[]): void {
    const reached = new Set<string>()
    const reach = (identifier: Identifier) => {
      const key = recordKey(identifier)
      if (reached.has(key)) return
      reached.add(key)
      const record = this.#records.get(identifier.type)?.get(identifier.id)
      for (const linkage of Object.values(record?.relationships ?? {})) {
        for (const target of [linkage ?? []].flat()) {
          // Records of others stay anyway, and may lead to half the forum.
          if (this.#owners.get(recordKey(target)) === owner) reach(target)
        }
      }
    }
    for (const identifier of kept) reach(identifier)
    for (const [key, ownerOfKey] of this.#owners) {
      if (ownerOfKey !== owner || reached.has(key) || this.#listeners.has(key)) continue
      const [type = '', id = ''] = key.split(':', 2)
      this.remove({ type, id })
    }
  }

  /**
   * Changes a record optimistically, before the server confirms.
   * @returns a rollback. It leaves values alone that have changed again since.
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
      const current = ofType.get(id)
      if (current === undefined) return
      const relationships = revert(current.relationships, before.relationships, changedLinks)
      this.#put(ofType, { ...revert(current, before, attributes), type, id, relationships } as AnyRecord)
    }
  }

  /** Calls `listener` after each change of one record. @returns unsubscribes. */
  subscribe(type: string, id: string, listener: Listener): () => void {
    return this.#listeners.add(recordKey({ type, id }), listener)
  }

  /** A record belongs to an owner until a push without that owner delivers it too. */
  #updateOwner(key: string, isNew: boolean, owner: RecordOwner | undefined): void {
    if (isNew && owner !== undefined) this.#owners.set(key, owner)
    else if (this.#owners.size > 0 && this.#owners.get(key) !== owner) this.#owners.delete(key)
  }

  #put(ofType: Map<string, AnyRecord>, record: AnyRecord): void {
    ofType.set(record.id, record)
    if (!this.#listeners.isEmpty) this.#listeners.notify(recordKey(record))
  }

  #warnUnknown(type: string): void {
    if (this.#warned.has(type)) return
    this.#warned.add(type)
    console.warn(`Resources of the unknown type "${type}" are ignored.`)
  }
}

const noRelationships: Relationships = {}

function pickBy(record: object, isWanted: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isWanted(name)))
}

/** What a resource with `canHide` lacks unless it is hidden (api-core 2.3 and 2.4). Others may have restored it. */
const visible = { isHidden: undefined, hiddenAt: undefined }

/** Restores the members of `current` that still hold the value in `changed` to those of `before`. */
function revert(current: object, before: object, changed: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = { ...current }
  const old: Record<string, unknown> = { ...before }
  for (const name in changed) {
    if (result[name] !== changed[name]) continue
    if (name in old) result[name] = old[name]
    else delete result[name]
  }
  return result
}
