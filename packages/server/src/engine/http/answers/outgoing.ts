import { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ForumError } from '../../../infrastructure/errors.ts'
import type { Budget, Reservation } from '../../../infrastructure/limits/budget.ts'
import type { Forum } from '../../../points/context/context.ts'
import type { StreamedDocument } from '../../jsonapi/streamed.ts'
import {
  chooseEncoding,
  compress,
  compressedFrom,
  compressor,
  type Encoding,
  isCompressible,
} from './compression.ts'
import { sendJson } from './documents.ts'

/** Answers up to so many bytes go out in one write, and nothing is reserved for them. */
const smallAnswer = 64 * 1024

/** A client that takes nothing of its answer for so long is gone. */
const stallMs = 30_000

/**
 * The last thing that happens to an answer which is held whole: it is compressed as the client accepts, and what is large
 * is counted until the client has taken it.
 */
export function prepareAnswers(app: FastifyInstance, forum: Forum): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload)
    const isText = forum.compresses && isWanted(reply, payload)
    if (!isText && payload.length <= smallAnswer / 3) return done(null, payload)
    prepare(request, reply, payload, isText, forum.budgets.whole).then(
      (prepared) => done(null, prepared),
      (error: Error) => done(error),
    )
  })
}

/** A string may have three bytes for each of its characters. */
function isWanted(reply: FastifyReply, payload: string | Buffer): boolean {
  if (payload.length < compressedFrom / 3 || !isCompressible(reply.getHeader('content-type'))) return false
  return byteLength(payload) >= compressedFrom && reply.getHeader('content-encoding') === undefined
}

function byteLength(payload: string | Buffer): number {
  return typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length
}

async function prepare(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer,
  isText: boolean,
  bytes: Budget,
): Promise<string | Buffer> {
  const encoding = isText ? encodingFor(request, reply) : undefined
  let prepared = payload
  if (encoding) {
    prepared = await compress(typeof payload === 'string' ? Buffer.from(payload) : payload, encoding)
    reply.header('content-encoding', encoding)
    // Set by routes that send bytes themselves.
    reply.removeHeader('content-length')
  }
  const length = byteLength(prepared)
  if (length > smallAnswer && request.method !== 'HEAD') releaseWhenSent(reply, await bytes.reserve(length))
  return prepared
}

/** Chooses the encoding and says that the answer follows from what the client accepts. */
function encodingFor(request: FastifyRequest, reply: FastifyReply): Encoding | undefined {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`)
  const accepted = request.headers['accept-encoding']
  return chooseEncoding(Array.isArray(accepted) ? accepted.join() : accepted)
}

function releaseWhenSent(reply: FastifyReply, reservation: Reservation): void {
  const { raw } = reply
  if (raw.destroyed) reservation.release()
  raw.once('close', () => reservation.release())
  endWhenStalled(reply)
}

/** Node counts what the system takes of a pending write as activity of the socket. */
function endWhenStalled({ raw }: FastifyReply): void {
  if (raw.socket instanceof Socket) raw.setTimeout(stallMs, () => raw.destroy())
}

/**
 * Sends a document piece by piece as JSON; the type is set already. What fails before the first pieces are there is
 * thrown and becomes an error answer; later failures end the connection, so that the client sees that something is missing.
 */
export async function sendStreamed(
  reply: FastifyReply,
  document: StreamedDocument,
  forum: Forum,
): Promise<FastifyReply> {
  const { request, raw } = reply
  if (request.method === 'HEAD') return reply.send()
  const { streams, bytes } = forum.budgets
  const stream = await streams.reserve(1, { key: request.ip })
  // The client may have gone while it waited: nothing is loaded for it.
  if (raw.destroyed) {
    stream.release()
    return reply
  }
  const pieces = document.pieces(bytes)
  try {
    const begun = await beginning(pieces)
    if (begun.isAll) {
      stream.release()
      return sendJson(reply, begun.json)
    }
    if (raw.destroyed) {
      stream.release()
      await pieces.return()
      return reply
    }
    const body = Readable.from(joined(begun.json, pieces))
    raw.once('close', () => {
      stream.release()
      body.destroy()
      // A body that was never read from does not end its source, which holds a reservation.
      void pieces.return()
    })
    body.on('error', (error) => note(forum, request, error))
    endWhenStalled(reply)
    const encoding = forum.compresses ? encodingFor(request, reply) : undefined
    if (!encoding) return reply.send(body)
    reply.header('content-encoding', encoding)
    return reply.send(pipeline(body, compressor(encoding), () => {}))
  } catch (error) {
    stream.release()
    await pieces.return()
    throw error
  }
}

/** Enough pieces for one write, or all there are. */
async function beginning(
  pieces: AsyncGenerator<string, void, undefined>,
): Promise<{ json: string; isAll: boolean }> {
  let json = ''
  while (json.length < smallAnswer) {
    const { done, value } = await pieces.next()
    if (done) return { json, isAll: true }
    json += value
  }
  return { json, isAll: false }
}

/** The pieces as bytes, small ones together. The piece before is sent when the next one is asked for. */
async function* joined(
  begun: string,
  pieces: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  let json = begun
  try {
    for (;;) {
      if (json.length >= smallAnswer) {
        const bytes = Buffer.from(json)
        json = ''
        yield bytes
      }
      const { done, value } = await pieces.next()
      if (done) break
      json += value
    }
    if (json !== '') yield Buffer.from(json)
  } finally {
    await pieces.return()
  }
}

function note({ log }: Forum, { method, url }: FastifyRequest, error: Error): void {
  if (error instanceof ForumError || error.name === 'AbortError') return
  log.error({ err: error, method, url }, 'An answer failed while it was sent')
}
