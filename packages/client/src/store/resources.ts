import type { CollectionDocument, Identifier, Linkage, ResourceDocument, ResourceType } from '@parley/shared'
import type { Api } from './api.ts'
import type { StoreRecord } from './record.ts'
import type { RecordChanges, RecordOwner, Store } from './store.ts'

/** What the functions below need; every `App` has it. */
export interface DataAccess {
  api: Api
  store: Store
}

export interface NewResource {
  attributes?: object
  relationships?: Record<string, { data: Linkage }>
}

export interface ResourceChanges extends NewResource {
  /** What the editor began from, by the names of what is changed: 409 if another has changed it since. */
  meta?: { from: Readonly<Record<string, unknown>> }
}

export interface WriteOptions {
  /** Query string: `include=user`. */
  query?: string
  idempotencyKey?: string
  signal?: AbortSignal
  /** The reader did not ask for this request: alerts about earlier requests stay. */
  isBackground?: boolean
}

export interface LoadOptions {
  /** Owner of the new records: see `Store.release`. */
  owner?: RecordOwner
  /** The reader did not ask for this request: alerts about earlier requests stay. */
  isBackground?: boolean
}

export interface SaveOptions extends WriteOptions {
  /**
   * Applies the change at once and rolls it back if the server refuses: the change sent, or another one given here.
   * The request outlives the page (`keepalive`), since the page shows the change as done.
   */
  optimistic?: boolean | RecordChanges
  /** Top-level `meta`, which confirming an e-mail change needs. */
  meta?: object
}

/** Loads a list or one resource (`/discussions?sort=-lastPostedAt`) into the store. @returns the document. */
export async function loadDocument<D extends ResourceDocument | CollectionDocument = CollectionDocument>(
  { api, store }: DataAccess,
  path: string,
  signal?: AbortSignal,
  { owner, isBackground }: LoadOptions = {},
): Promise<D> {
  const document = await store.read(() => api.request<D>(path, { signal, isBackground }))
  store.push(document, owner)
  return document
}

/** POST /{type}. */
export async function createResource<T extends ResourceType>(
  { api, store }: DataAccess,
  type: T,
  resource: NewResource,
  options: WriteOptions = {},
): Promise<StoreRecord<T>> {
  const document = await api.request<ResourceDocument>(withQuery(`/${type}`, options.query), {
    method: 'POST',
    body: { data: { type, ...resource } },
    ...options,
  })
  store.push(document)
  const record = store.get(type, document.data.id)
  if (record === undefined) throw new Error(`The answer to POST /${type} contains no resource of that type.`)
  return record
}

/** PATCH /{type}/{id}. */
export async function saveResource<T extends ResourceType>(
  { api, store }: DataAccess,
  record: { type: T; id: string },
  changes: ResourceChanges,
  options: SaveOptions = {},
): Promise<StoreRecord<T> | undefined> {
  const { type, id } = record
  const local = localChanges(changes, options.optimistic || true)
  const rollback = options.optimistic ? store.change(type, id, local) : undefined
  const changed = Object.keys({
    ...changes.attributes,
    ...changes.relationships,
    ...local.attributes,
    ...local.relationships,
  })
  try {
    const request = () =>
      api.request<ResourceDocument | null>(withQuery(`/${type}/${id}`, options.query), {
        method: 'PATCH',
        body: { data: { type, id, ...changes }, ...(options.meta && { meta: options.meta }) },
        keepalive: rollback !== undefined,
        ...options,
      })
    store.push(await store.write(record, changed, request))
    return store.get(type, id)
  } catch (error) {
    rollback?.()
    throw error
  }
}

/** DELETE /{type}/{id}, then removes the record. */
export async function deleteResource({ api, store }: DataAccess, record: Identifier): Promise<void> {
  await api.request(`/${record.type}/${record.id}`, { method: 'DELETE' })
  store.remove(record)
}

function withQuery(path: string, query: string | undefined): string {
  return query ? `${path}?${query}` : path
}

function localChanges(changes: ResourceChanges, optimistic: true | RecordChanges): RecordChanges {
  if (optimistic !== true) return optimistic
  const links = Object.entries(changes.relationships ?? {})
  return {
    attributes: changes.attributes,
    relationships: Object.fromEntries(links.map(([name, { data }]) => [name, data])),
  }
}
