import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { payloadTooLarge, requestAborted } from '../../../infrastructure/errors.ts'
import type { UploadedFile, UploadLimits } from '../../../points/requests/uploads.ts'
import { ByteCollector } from './byte-collector.ts'
import { type IncomingBodies, lengthOf } from './incoming-bodies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    uploads: readonly UploadedFile[] | undefined
  }
}

/** Limits on the fields of a form besides its files, such as tokens. */
const maximumFields = 20
const maximumFieldBytes = 16 * 1024
const maximumOverheadBytes = 64 * 1024
/** Bytes of a field from an actor who may not upload: only the CSRF token is used. */
const maximumTokenBytes = 256

/** Makes the routes of `scope` accept `multipart/form-data` as a stream, for `readUploads`. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart)
}

export interface UploadReading {
  bodies: IncomingBodies
  /** False to discard files, and to read short fields only. */
  keepsFiles: boolean
}

/**
 * Reads a `multipart/form-data` body into memory: files into `request.uploads`, other fields into `request.body`.
 * A malformed body has no files. Throws 413 beyond the limits, and what `IncomingBodies.reading` throws.
 */
export async function readUploads(
  request: FastifyRequest,
  limits: UploadLimits,
  { bodies, keepsFiles }: UploadReading,
): Promise<void> {
  request.uploads = []
  if (!request.isMultipart()) return
  const maximumBytes = limits.files * limits.bytes + maximumFields * maximumFieldBytes + maximumOverheadBytes
  const expected = lengthOf(request) ?? maximumBytes
  if (expected > maximumBytes) throw payloadTooLarge()
  const memory = keepsFiles ? expected : maximumFields * maximumTokenBytes
  await bodies.reading(request, memory, () => readForm(request, limits, keepsFiles))
}

class TooLarge extends Error {}

async function readForm(request: FastifyRequest, limits: UploadLimits, keepsFiles: boolean): Promise<void> {
  const files: UploadedFile[] = []
  const fields = new Map<string, unknown>()
  try {
    const parts = request.parts({
      limits: {
        files: limits.files,
        fileSize: limits.bytes,
        fields: maximumFields,
        fieldSize: keepsFiles ? maximumFieldBytes : maximumTokenBytes,
        parts: limits.files + maximumFields,
      },
    })
    for await (const part of parts) {
      if (part.type === 'field') fields.set(part.fieldname, part.value)
      else if (keepsFiles) files.push(await fileOf(part))
      else part.file.resume()
    }
  } catch (error) {
    if (error instanceof TooLarge || (error as { statusCode?: unknown }).statusCode === 413)
      throw payloadTooLarge()
    if (request.raw.destroyed && !request.raw.readableEnded) throw requestAborted()
    return
  }
  request.uploads = files
  request.body = Object.fromEntries(fields)
}

async function fileOf({ fieldname, filename, mimetype, file }: MultipartFile): Promise<UploadedFile> {
  const collected = new ByteCollector()
  for await (const piece of file) collected.add(piece as Buffer)
  // Truncated at the limit, without an error of its own.
  if (file.truncated) throw new TooLarge()
  return { field: fieldname, name: filename ?? '', type: mimetype, bytes: collected.bytes() }
}
