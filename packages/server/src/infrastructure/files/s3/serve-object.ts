import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { GetObjectCommandInput } from '@aws-sdk/client-s3'
import type { ServedFile } from '../file-store.ts'
import { keptFor, safetyHeaders } from '../served-headers.ts'
import { type Bucket, sdk, typeOf } from './bucket.ts'
import { isMissing, statusOf } from './s3-errors.ts'

/** Answers a request with an object of a bucket: all of it, a part, or 304; undefined if it is missing. */
export async function serveObject(
  bucket: Bucket,
  { method, headers }: IncomingMessage,
  path: string,
): Promise<ServedFile | undefined> {
  const { GetObjectCommand, HeadObjectCommand } = await sdk()
  const input = { ...bucket.keyOf(path), ...conditionsOf(headers) }
  try {
    const found = await (await bucket.client()).send(
      method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input),
    )
    const mediaType = typeOf(path)
    const described = {
      'content-type': mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
      'content-length': String(found.ContentLength ?? 0),
      'accept-ranges': 'bytes',
      'cache-control': `public, max-age=${keptFor}, immutable`,
      ...(found.ETag && { etag: found.ETag }),
      ...(found.LastModified && { 'last-modified': found.LastModified.toUTCString() }),
      ...(found.ContentRange && { 'content-range': found.ContentRange }),
      ...safetyHeaders(mediaType),
    }
    const stream = 'Body' in found ? (found.Body as Readable) : Readable.from([])
    return { status: found.ContentRange ? 206 : 200, headers: described, stream }
  } catch (error) {
    if (isMissing(error)) return undefined
    const status = statusOf(error)
    if (status === 304 || status === 416) return { status, headers: {}, stream: Readable.from([]) }
    throw error
  }
}

type Conditions = Pick<GetObjectCommandInput, 'Range' | 'IfNoneMatch' | 'IfModifiedSince'>

/** A path names the same bytes for ever, so a part is right whatever `If-Range` says. */
function conditionsOf(headers: IncomingMessage['headers']): Conditions {
  const { range, 'if-none-match': etag, 'if-modified-since': since } = headers
  const date = since === undefined ? undefined : new Date(since)
  return {
    // One range only: others get all of the file.
    ...(range && /^bytes=(?:\d+-\d*|-\d+)$/.test(range) && { Range: range }),
    ...(etag ? { IfNoneMatch: etag } : date && !Number.isNaN(date.getTime()) && { IfModifiedSince: date }),
  }
}
