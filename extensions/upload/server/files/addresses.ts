import type { Context } from '@parley/server'
import type { FileRow } from '../tables.ts'

/** Where files are kept: below `/assets`, and where nothing has an address. */
const folders = { local: 'files/', 'private-shared': 'private/files/' } as const

/** How this forum keeps a file. */
export type Method = keyof typeof folders

/** The path of a kept file in the file store. */
export function storedPath(method: Method, path: string): string {
  return folders[method] + path
}

/** Where the file store has a file; undefined for one that this forum does not keep. */
export function storedAt({
  path,
  upload_method,
}: Pick<FileRow, 'path' | 'upload_method'>): string | undefined {
  const isKept = upload_method !== null && Object.hasOwn(folders, upload_method)
  return isKept && path !== null ? storedPath(upload_method as Method, path) : undefined
}

/** The address of a file; that of its download if it has none of its own. */
export function addressOf(
  { method, path, uuid }: { method: Method; path: string; uuid: string },
  context: Context,
): string {
  return method === 'local'
    ? context.forum.files.url(storedPath(method, path))
    : downloadAddress(context) + uuid
}

/** The addresses of files that have one of their own begin with it. */
export function publicAddress({ forum }: Context): string {
  return forum.files.url(`${folders.local}x`).slice(0, -1)
}

/** The addresses of downloads begin with it. */
export function downloadAddress({ forum }: Context): string {
  return `${forum.baseUrl}/api/fof/download/`
}

/** Whether an address is that of a file that is, or was, kept here. */
export function isOwnAddress(url: string, context: Context): boolean {
  return url.startsWith(publicAddress(context)) || url.startsWith(downloadAddress(context))
}
