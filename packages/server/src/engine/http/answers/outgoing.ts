import { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ForumError } from '../../../infrastructure/errors.ts'
import type { Budget, Reservation } from '../../../infrastructure/limits/budget.ts'
import { nextTurn } from '../../../infrastructure/limits/event-loop.ts'
import type { Forum } from '../../../points/context/context.ts'
import type { StreamedDocument } from '../../jsonapi/streamed.ts'
import {
  chooseEncoding,
  compress,
  compressionThreshold,
  createCompressor,
  type Encoding,
  isCompressible,
} from './compression.ts'
import { sendJson } from './documents.ts'

/** Bytes of an answer that is sent in one write, without a reservation. */
const smallAnswer = 64 * 1024

/** The connection is closed if the client receives nothing of its answer for this time. */
const stallMs = 30_000

/**
 * Adds the last step for answers that are complete in memory: compresses them as the client accepts, and reserves
 * memory for large ones until the client has received them.
 */
export function prepareAnswers(app: FastifyInstance, forum: Forum): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload)
    const compresses = forum.compresses && isWorthCompressing(reply, payload)
    if (!compresses && payload.length <= smallAnswer / 3) return done(null, payload)
    prepare(request, reply, payload, compresses, forum.budgets.whole).then(
      (prepared) => done(null, prepared),
      (error: Error) => done(error),
    )
  })
}

/** A character of a string takes up to three bytes. */
function isWorthCompressing(reply: FastifyReply, payload: string | Buffer): boolean {
  if (payload.length < compressionThreshold / 3 || !isCompressible(reply.getHeader('content-type')))
    return false
  return byteLength(payload) >= compressionThreshold && reply.getHeader('content-encoding') === undefined
}

function byteLength(payload: string | Buffer): number {
  return typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length
}

async function prepare(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer,
  compresses: boolean,
  bytes: Budget,
): Promise<string | Buffer> {
  const encoding = compresses ? negotiateEncoding(request, reply) : undefined
  let prepared = payload
  if (encoding) {
    prepared = await compress(typeof payload === 'string' ? Buffer.from(payload) : payload, encoding)
    reply.header('content-encoding', encoding)
    // Routes that send bytes set it to the uncompressed length.
    reply.removeHeader('content-length')
  }
  const length = byteLength(prepared)
  if (length > smallAnswer && request.method !== 'HEAD') releaseWhenSent(reply, await bytes.reserve(length))
  return prepared
}

/** Chooses the encoding, and sets `Vary`. */
function negotiateEncoding(request: FastifyRequest, reply: FastifyReply): Encoding | undefined {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`)
  const accepted = request.headers['accept-encoding']
  return chooseEncoding(Array.isArray(accepted) ? accepted.join() : accepted)
}

function releaseWhenSent(reply: FastifyReply, reservation: Reservation): void {
  const { raw } = reply
  if (raw.destroyed) reservation.release()
  raw.once('close', () => reservation.release())
  closeWhenStalled(reply)
}

/** Closes a stalled connection. Node counts it as activity when the system takes a part of a pending write. */
function closeWhenStalled({ raw }: FastifyReply): void {
  if (raw.socket instanceof Socket) raw.setTimeout(stallMs, () => raw.destroy())
}

/**
 * Streams an answer in pieces; the content type is set already. Failures before the first pieces are thrown and become
 * an error answer. Later failures close the connection, so that the client notices an incomplete answer.
 */
export async function sendStreamed(
  reply: FastifyReply,
  document: Pick<StreamedDocument, 'pieces'>,
  forum: Forum,
): Promise<FastifyReply> {
  const { request, raw } = reply
  if (request.method === 'HEAD') return reply.send()
  const { streams, bytes } = forum.budgets
  const stream = await streams.reserve(1, { key: request.ip })
  // The client may have disconnected while waiting: then nothing is loaded.
  if (raw.destroyed) {
    stream.release()
    return reply
  }
  const pieces = document.pieces(bytes)
  try {
    const start = await readStart(pieces)
    if (start.isComplete) {
      stream.release()
      return sendJson(reply, start.json)
    }
    if (raw.destroyed) {
      stream.release()
      await pieces.return()
      return reply
    }
    const body = Readable.from(joinPieces(start.json, pieces))
    raw.once('close', () => {
      stream.release()
      body.destroy()
      // Destroying a body that was never read does not end its source, which holds a reservation.
      void pieces.return()
    })
    body.on('error', (error) => logFailure(forum, request, error))
    closeWhenStalled(reply)
    const encoding = forum.compresses ? negotiateEncoding(request, reply) : undefined
    if (!encoding) return reply.send(body)
    reply.header('content-encoding', encoding)
    return reply.send(pipeline(body, createCompressor(encoding), () => {}))
  } catch (error) {
    stream.release()
    await pieces.return()
    throw error
  }
}

/** Reads enough pieces for one write, or all of them. */
async function readStart(
  pieces: AsyncGenerator<string, void, undefined>,
): Promise<{ json: string; isComplete: boolean }> {
  let json = ''
  await nextTurn()
  while (json.length < smallAnswer) {
    const { done, value } = await pieces.next()
    if (done) return { json, isComplete: true }
    json += value
  }
  return { json, isComplete: false }
}

/** Joins small pieces to larger ones, as bytes. The consumer asks for a piece when it has sent the one before. */
async function* joinPieces(
  start: string,
  pieces: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  let json = start
  try {
    for (;;) {
      if (json.length >= smallAnswer) {
        const bytes = Buffer.from(json)
        json = ''
        yield bytes
        await nextTurn()
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

function logFailure({ log }: Forum, { method, url }: FastifyRequest, error: Error): void {
  if (error instanceof ForumError || error.name === 'AbortError') return
  log.error({ err: error, method, url }, 'Sending an answer failed')
}
