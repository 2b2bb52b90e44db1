import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { payloadTooLarge, requestAborted } from '../../../infrastructure/errors.ts'
import type { FileStore } from '../../../infrastructure/files/file-store.ts'
import type { UploadedDraft, UploadedFile, UploadLimits } from '../../../points/requests/uploads.ts'
import { ByteCollector } from './byte-collector.ts'
import { type IncomingBodies, lengthOf } from './incoming-bodies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    uploads: readonly UploadedFile[] | undefined
    drafts: readonly UploadedDraft[] | undefined
  }
}

/** Limits on the fields of a form besides its files, such as tokens. */
const maximumFields = 20
const maximumFieldBytes = 16 * 1024
const maximumOverheadBytes = 64 * 1024
/** Bytes of a field from an actor who may not upload: only the CSRF token is used. */
const maximumTokenBytes = 256
/** Bytes of a form in memory while its files go to disk. */
const bytesOnTheWay = 256 * 1024

/** Makes the routes of `scope` accept `multipart/form-data` as a stream, for `readUploads`. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  scope.decorateRequest('uploads', undefined)
  scope.decorateRequest('drafts', undefined)
  await scope.register(multipart)
}

export interface UploadReading {
  bodies: IncomingBodies
  /** False to discard files, and to read short fields only. */
  keepsFiles: boolean
  /** Where files go as they arrive; without it they are read into memory. */
  store?: FileStore
}

/**
 * Reads a `multipart/form-data` body: files into `request.uploads`, or with a store into `request.drafts`, other fields into
 * `request.body`. A malformed body has no files. Throws 413 beyond the limits, and what `IncomingBodies.reading` throws.
 */
export async function readUploads(
  request: FastifyRequest,
  limits: UploadLimits,
  reading: UploadReading,
): Promise<void> {
  const { bodies, keepsFiles, store } = reading
  request.uploads = []
  if (!request.isMultipart()) return
  const maximumBytes = limits.files * limits.bytes + maximumFields * maximumFieldBytes + maximumOverheadBytes
  const expected = lengthOf(request) ?? maximumBytes
  if (expected > maximumBytes && !store) throw payloadTooLarge()
  const kept = store ? Math.min(bytesOnTheWay, expected) : expected
  const memory = keepsFiles ? kept : maximumFields * maximumTokenBytes
  await bodies.reading(request, memory, () => readForm(request, limits, reading))
}

class TooLarge extends Error {}
/** The disk does not take a file. */
class NotStored extends Error {}

async function readForm(
  request: FastifyRequest,
  limits: UploadLimits,
  { keepsFiles, store }: UploadReading,
): Promise<void> {
  const files: UploadedFile[] = []
  const drafts: UploadedDraft[] = []
  const discard = () => {
    for (const { draft } of drafts) void draft.discard().catch(() => {})
  }
  // Stored drafts are gone by then.
  request.answer?.once('close', discard)
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
      else if (!keepsFiles) part.file.resume()
      else if (!store) files.push(await fileOf(part))
      else {
        const received = await draftOf(part, store)
        drafts.push(received)
        if (received.isTooLarge) break
      }
    }
    if (request.answer?.destroyed) throw requestAborted()
  } catch (error) {
    discard()
    if (error instanceof NotStored) throw error.cause
    if (error instanceof TooLarge || (error as { statusCode?: unknown }).statusCode === 413)
      throw payloadTooLarge()
    if (request.raw.destroyed && !request.raw.readableEnded) throw requestAborted()
    return
  }
  request.uploads = files
  request.drafts = drafts
  request.body = Object.fromEntries(fields)
}

async function fileOf({ fieldname, filename, mimetype, file }: MultipartFile): Promise<UploadedFile> {
  const collected = new ByteCollector()
  for await (const piece of file) collected.add(piece as Buffer)
  // Truncated at the limit, without an error of its own.
  if (file.truncated) throw new TooLarge()
  return { field: fieldname, name: filename ?? '', type: mimetype, bytes: collected.bytes() }
}

async function draftOf(
  { fieldname, filename, mimetype, file }: MultipartFile,
  store: FileStore,
): Promise<UploadedDraft> {
  const draft = await store.receive(file).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === undefined ? error : new NotStored('', { cause: error })
  })
  return { field: fieldname, name: filename ?? '', type: mimetype, draft, isTooLarge: file.truncated }
}
