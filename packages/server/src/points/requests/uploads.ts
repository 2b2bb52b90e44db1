import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'

/** How much a route reads of a `multipart/form-data` body; beyond it 413. */
export interface UploadLimits {
  /** Number of files. */
  files: number
  /** Size of each, in bytes. */
  bytes: number
}

/** Which files a route reads, and of whom. */
export interface Uploads extends UploadLimits {
  /**
   * Asked before any byte of a file is kept: throws a `ForumError` when the actor may not upload here. Requests
   * without files are asked too, so `run` need not ask again.
   */
  authorize(request: UploadRequest, context: Context): void | Promise<void>
}

/** What is known of a request before its body is read. */
export interface UploadRequest {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
}

/** A file that came with a request. What the sender says of it may be a lie. */
export interface UploadedFile {
  /** Name of the form's field. */
  field: string
  /** As the sender calls it; may be anything, also empty. */
  name: string
  /** Media type by the sender. */
  type: string
  bytes: Buffer
}

/** One picture of a size that is always read, then judged by the route's own rules (api-core D6). */
export const oneUpload: UploadLimits = { files: 1, bytes: 4 * 1024 * 1024 }

/** Throws `ExtensionError` for limits that let nothing through, and where nothing says who may upload. */
export function checkUploads({ files, bytes, authorize }: Uploads, owner: string, where: string): void {
  if (typeof authorize !== 'function')
    throw new ExtensionError(owner, `${where} › uploads`, 'authorize is not a function')
  for (const [name, value] of Object.entries({ files, bytes })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new ExtensionError(owner, `${where} › uploads`, `${name} is not a number above 0`)
  }
}
