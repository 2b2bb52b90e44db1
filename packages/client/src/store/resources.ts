import type { CollectionDocument, Identifier, Linkage, ResourceDocument, ResourceType } from '@parley/shared'
import type { Api } from './api.ts'
import type { StoreRecord } from './record.ts'
import type { Lease, RecordChanges, Store } from './store.ts'

/** What reading and writing resources needs; every `App` is one. */
export interface DataAccess {
  api: Api
  store: Store
}

export interface NewResource {
  attributes?: object
  relationships?: Record<string, { data: Linkage }>
}

export interface WriteOptions {
  /** Query of the request, as `include=user`. */
  query?: string
  idempotencyKey?: string
  signal?: AbortSignal
  /** Nothing the reader asked for just now: what they were told of earlier requests stays. */
  isUnasked?: boolean
}

export interface LoadOptions {
  /** Lets the store forget again what came with it: see `Store.release`. */
  lease?: Lease
  /** Nothing the reader asked for just now: what they were told of earlier requests stays. */
  isUnasked?: boolean
}

export interface SaveOptions extends WriteOptions {
  /**
   * Set at once and taken back when the server refuses: what is sent, or other changes given here. What is shown as
   * done is also sent to its end when the page is left meanwhile.
   */
  optimistic?: boolean | RecordChanges
  /** Top-level `meta`, as the confirmation of an e-mail change wants it. */
  meta?: object
}

/** Reads a list or one resource (`/discussions?sort=-lastPostedAt`) into the store and answers the document. */
export async function loadDocument<D extends ResourceDocument | CollectionDocument = CollectionDocument>(
  { api, store }: DataAccess,
  path: string,
  signal?: AbortSignal,
  { lease, isUnasked }: LoadOptions = {},
): Promise<D> {
  const document = await api.request<D>(path, { signal, isUnasked })
  store.push(document, lease)
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
  if (record === undefined) throw new Error(`The answer to a new ${type} held none.`)
  return record
}

/** PATCH /{type}/{id}. */
export async function saveResource<T extends ResourceType>(
  { api, store }: DataAccess,
  record: { type: T; id: string },
  changes: { attributes?: object; relationships?: Record<string, { data: Linkage }> },
  options: SaveOptions = {},
): Promise<StoreRecord<T> | undefined> {
  const { type, id } = record
  const rollback = options.optimistic
    ? store.change(type, id, localChanges(changes, options.optimistic))
    : undefined
  try {
    const document = await api.request<ResourceDocument | null>(withQuery(`/${type}/${id}`, options.query), {
      method: 'PATCH',
      body: { data: { type, id, ...changes }, ...(options.meta && { meta: options.meta }) },
      keepalive: rollback !== undefined,
      ...options,
    })
    store.push(document)
    return store.get(type, id)
  } catch (error) {
    rollback?.()
    throw error
  }
}

/** DELETE /{type}/{id}, then forgets the record. */
export async function deleteResource({ api, store }: DataAccess, record: Identifier): Promise<void> {
  await api.request(`/${record.type}/${record.id}`, { method: 'DELETE' })
  store.remove(record)
}

function withQuery(path: string, query: string | undefined): string {
  return query ? `${path}?${query}` : path
}

function localChanges(
  changes: { attributes?: object; relationships?: Record<string, { data: Linkage }> },
  optimistic: true | RecordChanges,
): RecordChanges {
  if (optimistic !== true) return optimistic
  const links = Object.entries(changes.relationships ?? {})
  return {
    attributes: changes.attributes,
    relationships: Object.fromEntries(links.map(([name, { data }]) => [name, data])),
  }
}
