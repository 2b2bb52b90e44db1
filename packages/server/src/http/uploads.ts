import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { payloadTooLarge } from '../errors.ts'
import type { UploadedFile, UploadLimits } from '../points/uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    uploads: readonly UploadedFile[] | undefined
  }
}

/** What stands in a form beside its files, tokens for example. */
const maximumFields = 20
const maximumFieldBytes = 16 * 1024
const bytesBetween = 64 * 1024

/** Has the routes added to `scope` take `multipart/form-data` as a stream, for `readUploads`. */
export async function takeUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart)
}

/**
 * Reads a `multipart/form-data` body into memory: its files to `request.uploads`, its other fields to
 * `request.body`. One that cannot be read has no files. Throws 413 beyond the limits.
 */
export async function readUploads(request: FastifyRequest, limits: UploadLimits): Promise<void> {
  request.uploads = []
  if (!request.isMultipart()) return
  const most = limits.files * limits.bytes + maximumFields * maximumFieldBytes + bytesBetween
  if (Number(request.headers['content-length']) > most) throw payloadTooLarge()
  const files: UploadedFile[] = []
  const fields = new Map<string, unknown>()
  try {
    const parts = request.parts({
      limits: {
        files: limits.files,
        fileSize: limits.bytes,
        fields: maximumFields,
        fieldSize: maximumFieldBytes,
        parts: limits.files + maximumFields,
      },
    })
    for await (const part of parts) {
      if (part.type === 'field') fields.set(part.fieldname, part.value)
      else {
        const bytes = await part.toBuffer()
        files.push({ field: part.fieldname, name: part.filename ?? '', type: part.mimetype, bytes })
      }
    }
  } catch (error) {
    if ((error as { statusCode?: unknown }).statusCode === 413) throw payloadTooLarge()
    return
  }
  request.uploads = files
  request.body = Object.fromEntries(fields)
}
