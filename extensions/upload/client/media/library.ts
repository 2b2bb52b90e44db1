import { buildQuery, type CollectionDocument } from '@parley/shared'
import type { FileKind, SharedFile, StoredFile } from '../../shared.ts'

/** Files that are listed together: those of an account, or the shared ones. */
export type Library = { kind: 'own'; userId: string } | { kind: 'shared' }

/**
 * A file with its id. The store does not keep files: their attribute `type` is not that of the resource. No two files have one
 * uuid.
 */
export type MediaFile = StoredFile & Partial<SharedFile> & { readonly id: string }

/** What a list of files is narrowed to. */
export interface FileFilters {
  /** Words of names. */
  q: string
  kind: FileKind | ''
  /** Only hidden ones; in an account's library the others are listed without it. */
  hidden: boolean
}

export const noFilters: FileFilters = { q: '', kind: '', hidden: false }

/** The API path of a library's first page. */
export function listPath(library: Library, { q, kind, hidden }: FileFilters): string {
  const filter = {
    ...(library.kind === 'own' && { user: library.userId }),
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(kind !== '' && { type: kind }),
    ...(hidden && { hidden: 'true' }),
  }
  const path = library.kind === 'own' ? '/fof/uploads' : '/fof/upload/shared-files'
  return Object.keys(filter).length > 0 ? `${path}?${buildQuery({ filter })}` : path
}

/** The API path of the page behind a document; undefined at the end. */
export function nextPath({ links }: CollectionDocument): string | undefined {
  if (links.next === undefined) return undefined
  const { pathname, search } = new URL(links.next)
  return pathname.slice(pathname.lastIndexOf('/fof/')) + search
}

/** The same page, if a file before it has left the list: it begins one file earlier. */
export function oneEarlier(path: string): string {
  return path.replace(
    /(page(?:\[|%5B)offset(?:\]|%5D)=)(\d+)/i,
    (_, name, offset) => name + Math.max(0, offset - 1),
  )
}

/** The files of an answer. */
export function filesOf(data: readonly { id: string; attributes?: object }[]): MediaFile[] {
  return data.map(({ id, attributes }) => ({ ...(attributes as StoredFile), id }))
}

/** The types that may be chosen: a kind, or a list of media types. */
export type TypeLimit = 'image' | 'audio' | 'video' | readonly string[]

/** Whether a file is of a type that may be chosen. */
export function isOfType({ type }: Pick<MediaFile, 'type'>, limit: TypeLimit | undefined): boolean {
  if (limit === undefined) return true
  return typeof limit === 'string' ? type.startsWith(`${limit}/`) : limit.includes(type)
}
