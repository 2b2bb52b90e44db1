import { ExtensionError } from '../errors.ts'

/** How much a route reads of a `multipart/form-data` body; beyond it 413. */
export interface UploadLimits {
  /** Number of files. */
  files: number
  /** Size of each, in bytes. */
  bytes: number
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

/** Throws `ExtensionError` for limits that let nothing through. */
export function checkUploadLimits({ files, bytes }: UploadLimits, owner: string, where: string): void {
  for (const [name, value] of Object.entries({ files, bytes })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new ExtensionError(owner, `${where} › uploads`, `${name} is not a number above 0`)
  }
}
