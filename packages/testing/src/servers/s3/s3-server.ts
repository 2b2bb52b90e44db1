import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { isSigned, type S3Keys } from './signature.ts'

/** A stored object. */
export interface S3Object {
  bytes: Buffer
  /** The headers that it was stored with. */
  headers: IncomingMessage['headers']
}

/** A storage that speaks the protocol of S3, on this machine, with the bucket in the path. */
export interface S3Server {
  readonly endpoint: string
  readonly bucket: string
  readonly keys: S3Keys
  readonly objects: Map<string, S3Object>
  /** Requests that were answered: `PUT /bucket/key`. */
  readonly log: string[]
  /** Takes the place of an answer while it returns true. An answer waits for it. */
  disturb: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>
}

/** Objects on a page of a list; few, so that lists have pages. */
const pageSize = 3
const keys = { key: 'writer', secret: 'of-one-bucket' }
const bucket = 'bucket'

/** Starts a storage that ends with the test. It refuses what its account did not sign. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, S3Object>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const log: string[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    if (await started.disturb(request, response)) return
    log.push(`${request.method} ${request.url}`)
    if (!isSigned(request, body, keys)) return refuse(response, 403, 'SignatureDoesNotMatch')
    const url = new URL(request.url ?? '', 'http://s3')
    const [, named, ...rest] = decodeURIComponent(url.pathname).split('/')
    if (named !== bucket) return refuse(response, 404, 'NoSuchBucket')
    answer({ request, response, body, query: url.searchParams, path: rest.join('/'), objects, uploads })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const started: S3Server = { endpoint, bucket, keys, objects, log, disturb: () => false }
  return started
}

interface Call {
  request: IncomingMessage
  response: ServerResponse
  body: Buffer
  query: URLSearchParams
  path: string
  objects: Map<string, S3Object>
  uploads: Map<string, Map<number, Buffer>>
}

function answer(call: Call): ServerResponse {
  const { request, response, query, path, objects } = call
  if (query.has('uploads') || query.has('uploadId')) return answerParts(call)
  switch (request.method) {
    case 'PUT':
      return store(call)
    case 'DELETE':
      objects.delete(path)
      return response.writeHead(204).end()
    default:
      return path === '' ? list(call) : send(call)
  }
}

function store({ request, response, body, path, objects }: Call): ServerResponse {
  const source = request.headers['x-amz-copy-source']
  if (source === undefined) {
    objects.set(path, { bytes: body, headers: request.headers })
    return response.writeHead(200, { etag: etagOf(body) }).end()
  }
  const original = objects.get(decodeURIComponent(String(source)).replace(/^\/?bucket\//, ''))
  if (!original) return refuse(response, 404, 'NoSuchKey')
  const { headers } = original
  objects.set(path, { bytes: original.bytes, headers: { ...headers, ...aclOf(request) } })
  return xml(
    response,
    `<CopyObjectResult><ETag>${etagOf(original.bytes)}</ETag><LastModified>2026-01-01T00:00:00Z</LastModified></CopyObjectResult>`,
  )
}

function aclOf({ headers }: IncomingMessage): IncomingMessage['headers'] {
  return { 'x-amz-acl': headers['x-amz-acl'] }
}

function answerParts({ request, response, body, query, path, objects, uploads }: Call): ServerResponse {
  const id = query.get('uploadId') ?? randomUUID()
  const parts = uploads.get(id) ?? new Map<number, Buffer>()
  if (query.has('uploads')) {
    uploads.set(id, parts)
    objects.set(`${id} begun`, { bytes: Buffer.of(), headers: request.headers })
    return xml(
      response,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  if (request.method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body)
    return response.writeHead(200, { etag: etagOf(body) }).end()
  }
  const headers = objects.get(`${id} begun`)?.headers ?? {}
  objects.delete(`${id} begun`)
  uploads.delete(id)
  if (request.method === 'DELETE') {
    return response.writeHead(204).end()
  }
  const bytes = Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part))
  objects.set(path, { bytes, headers })
  return xml(
    response,
    `<CompleteMultipartUploadResult><ETag>${etagOf(bytes)}</ETag></CompleteMultipartUploadResult>`,
  )
}

function send({ request, response, path, objects }: Call): ServerResponse {
  const object = objects.get(path)
  if (!object) return refuse(response, 404, 'NoSuchKey', request.method)
  const { bytes, headers } = object
  const etag = etagOf(bytes)
  if (request.headers['if-none-match'] === etag) {
    return response.writeHead(304, { etag }).end()
  }
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '')
  const [start, end] = range ? partOf(range, bytes.length) : [0, bytes.length]
  if (range && start >= bytes.length) return refuse(response, 416, 'InvalidRange', request.method)
  response.writeHead(range ? 206 : 200, {
    etag,
    'content-length': end - start,
    'content-type': headers['content-type'] ?? 'binary/octet-stream',
    'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }),
  })
  return response.end(request.method === 'HEAD' ? undefined : bytes.subarray(start, end))
}

/** The first byte of a range, and the one behind its last. */
function partOf([, from, to]: RegExpExecArray, length: number): [number, number] {
  if (from === '') return [Math.max(0, length - Number(to)), length]
  return [Number(from), to === '' ? length : Math.min(length, Number(to) + 1)]
}

function list({ response, query, objects }: Call): ServerResponse {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const found = [...objects.keys()]
    .filter((path) => path.startsWith(prefix) && path > after)
    .filter((path) => !query.has('delimiter') || !path.slice(prefix.length).includes('/'))
    .toSorted()
  const page = found.slice(0, pageSize)
  const next = found.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return xml(
    response,
    `<ListBucketResult>${page.map((path) => describeObject(path, objects)).join('')}${next}</ListBucketResult>`,
  )
}

/** An object of a list. */
function describeObject(path: string, objects: Call['objects']): string {
  const size = objects.get(path)?.bytes.length
  return `<Contents><Key>${path}</Key><Size>${size}</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

function xml(response: ServerResponse, text: string): ServerResponse {
  return response.writeHead(200, { 'content-type': 'application/xml' }).end(text)
}

function refuse(response: ServerResponse, status: number, code: string, method?: string): ServerResponse {
  response.writeHead(status, { 'content-type': 'application/xml' })
  return response.end(method === 'HEAD' ? undefined : `<Error><Code>${code}</Code></Error>`)
}
