import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Draft } from '../../infrastructure/files/file-store.ts'
import type { Context } from '../context/context.ts'

/** Limits of a route's `multipart/form-data` body; a larger body is 413. */
export interface UploadLimits {
  /** Number of files. */
  files: number
  /** Size of each, in bytes. */
  bytes: number
}

/** The files that a route reads, and the check of who may upload them. */
export interface Uploads extends UploadLimits {
  /**
   * Files of more than a few megabytes: they go to disk as they arrive, and the route gets them as `drafts`. The rest of a file
   * beyond its limit is not kept, and the route says that it is too large.
   */
  toDisk?: {
    /** Limits by settings, below those of the route. */
    limits?(context: Context): Partial<UploadLimits>
  }
  /**
   * Called before any byte of a file is stored: throws a `ForumError` if the actor may not upload. Also called for requests
   * without files, so that `run` need not check again.
   */
  authorize(request: UploadRequest, context: Context): void | Promise<void>
}

/** The part of a request that is available before its body is read. */
export interface UploadRequest {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
}

/** A file of a request. The sender's name and type are untrusted. */
export interface UploadedFile {
  /** Name of the form's field. */
  field: string
  /** File name by the sender; may be empty. */
  name: string
  /** Media type by the sender. */
  type: string
  bytes: Buffer
}

/** A file of a request on disk. It is gone after the answer, unless `forum.files.write` has stored it. */
export interface UploadedDraft extends Omit<UploadedFile, 'bytes'> {
  draft: Draft
  /** Whether it is larger than allowed: then its end is missing, and so are the files behind it. */
  isTooLarge: boolean
}

/** One picture. A file below this limit is read completely, then checked by the rules of the route (api-core D6). */
export const oneUpload: UploadLimits = { files: 1, bytes: 4 * 1024 * 1024 }

/** Throws `ExtensionError` for invalid limits and without `authorize`. */
export function checkUploads({ files, bytes, authorize }: Uploads, owner: string, where: string): void {
  if (typeof authorize !== 'function')
    throw new ExtensionError(owner, `${where} › uploads`, 'authorize is not a function')
  for (const [name, value] of Object.entries({ files, bytes })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new ExtensionError(owner, `${where} › uploads`, `${name} is not a number above 0`)
  }
}
