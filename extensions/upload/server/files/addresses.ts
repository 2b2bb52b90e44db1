import type { Context, FileStore } from '@parley/server'
import { networkOf, s3OptionsOf } from '../s3/options.ts'
import { s3StoreOf } from '../s3/store.ts'
import type { FileRow } from '../tables.ts'

/**
 * How the forum keeps a file: below `/assets`, where nothing has an address, or in a bucket of S3. Imported rows have another
 * name for the last.
 */
const methods = ['local', 'private-shared', 'aws-s3'] as const
const otherNames: Readonly<Record<string, Method>> = { awss3: 'aws-s3' }

export type Method = (typeof methods)[number]

/** What the table of types says of where files are kept. */
export type Adapter = 'local' | 'aws-s3'

/** The folders of the forum's own store. */
const folders = { local: 'files/', 'private-shared': 'private/files/' } as const

/** The folders of the forum's own store that have files. */
export const fileFolders: readonly string[] = Object.values(folders).map((folder) => folder.slice(0, -1))

/** The path of a file in the forum's own store below the folder that has it. */
export function pathInFolder(stored: string): string {
  const folder = Object.values(folders).find((each) => stored.startsWith(each)) ?? ''
  return stored.slice(folder.length)
}

/** Where a file is kept: a store, and its path there. */
export interface Place {
  store: FileStore
  path: string
}

/** Where a file is kept by a method; undefined if no bucket is set up. */
export function placeOf(method: Method, path: string, context: Context): Place | undefined {
  if (method !== 'aws-s3') return { store: context.forum.files, path: folders[method] + path }
  const store = s3StoreOf(context)
  return store && { store, path }
}

/** How a row's file is kept; undefined for one that this forum does not keep. */
export function methodOf({ upload_method }: Pick<FileRow, 'upload_method'>): Method | undefined {
  if (upload_method === null) return undefined
  return methods.find((method) => method === upload_method) ?? otherNames[upload_method]
}

/** Where a row's file is kept; undefined for one that this forum does not keep, or cannot reach. */
export function keptAt(row: Pick<FileRow, 'path' | 'upload_method'>, context: Context): Place | undefined {
  const method = methodOf(row)
  return method && row.path !== null ? placeOf(method, row.path, context) : undefined
}

/** Where the forum's own store has a row's file; undefined if it is kept elsewhere. */
export function storedAt(row: Pick<FileRow, 'path' | 'upload_method'>): string | undefined {
  const method = methodOf(row)
  return method && method !== 'aws-s3' && row.path !== null ? folders[method] + row.path : undefined
}

/** Whether files can be kept by an adapter of the table of types. */
export function hasAdapter(adapter: string, context: Context): adapter is Adapter {
  return adapter === 'local' || (adapter === 'aws-s3' && s3StoreOf(context) !== undefined)
}

/** The address of a file; that of its download if it has none of its own. A network may deliver files for the forum. */
export function addressOf(
  { method, path, uuid }: { method: Method; path: string; uuid: string },
  context: Context,
): string {
  if (method === 'local') return publicAddresses(context)[0] + path
  const store = method === 'aws-s3' ? s3StoreOf(context) : undefined
  return store ? store.url(path) : downloadAddress(context) + uuid
}

/** What the addresses of files below `/assets` begin with: today's first, then what others may have. */
export function publicAddresses(context: Context): [today: string, ...others: string[]] {
  const network = networkOf(context)
  const own = context.forum.files.url(`${folders.local}x`).slice(0, -1)
  return network === null ? [own] : [`${network}/assets/${folders.local}`, own]
}

/** The addresses of downloads begin with it. */
export function downloadAddress({ forum }: Context): string {
  return `${forum.baseUrl}/api/fof/download/`
}

/** What the addresses of files in the bucket begin with; undefined without one. */
export function bucketAddress(context: Context): string | undefined {
  const bucket = s3OptionsOf(context)
  return bucket && `${bucket.address}/`
}

/** Whether an address is that of a file that is, or was, kept here. */
export function isOwnAddress(url: string, context: Context): boolean {
  const bucket = bucketAddress(context)
  const starts = [...publicAddresses(context), downloadAddress(context), ...(bucket ? [bucket] : [])]
  return starts.some((start) => url.startsWith(start))
}
