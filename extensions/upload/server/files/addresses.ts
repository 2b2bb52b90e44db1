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

/** The address of a file; that of its download if it has none of its own. A network may deliver files for the forum. */
export function addressOf(
  { method, path, uuid }: { method: Method; path: string; uuid: string },
  context: Context,
): string {
  if (method !== 'local') return downloadAddress(context) + uuid
  return publicAddresses(context)[0] + path
}

/** What the addresses of files that have one of their own begin with: today's first, then what others may have. */
export function publicAddresses({ forum }: Context): [today: string, ...others: string[]] {
  const cdn = forum.settings.get('fof-upload.cdnUrl')
  const own = forum.files.url(`${folders.local}x`).slice(0, -1)
  return cdn === null ? [own] : [`${cdn}/assets/${folders.local}`, own]
}

/** The addresses of downloads begin with it. */
export function downloadAddress({ forum }: Context): string {
  return `${forum.baseUrl}/api/fof/download/`
}

/** Whether an address is that of a file that is, or was, kept here. */
export function isOwnAddress(url: string, context: Context): boolean {
  return [...publicAddresses(context), downloadAddress(context)].some((start) => url.startsWith(start))
}
