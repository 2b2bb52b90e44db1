import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** How much of an unread body is received before the answer. Beyond it the connection is closed. */
export interface DrainLimits {
  bytes: number
  milliseconds: number
}

/** Twice the largest upload of the core, so that honest senders get their answer. */
export const defaultDrainLimits: DrainLimits = { bytes: 8 * 1024 * 1024, milliseconds: 15_000 }

const awaitingContinue = new WeakSet<IncomingMessage>()

/** For a client that expects `100 Continue`: sends it when the body is read, and not before. */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  awaitingContinue.add(request)
  request.once('resume', () => {
    awaitingContinue.delete(request)
    if (!response.headersSent) response.writeContinue()
  })
}

/**
 * Receives and discards the rest of a body before the request is answered. Closing a connection that still receives
 * data would lose the answer, and leaving it open would let the next request be read as this one's body.
 */
export function drainUnread(app: FastifyInstance, limits: DrainLimits): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (!hasBody(raw)) return done(null, payload)
    const send = (isWhole: boolean) => {
      if (isWhole) keepOpen(reply)
      else reply.header('connection', 'close')
      done(null, payload)
    }
    if (raw.complete || raw.readableEnded) send(true)
    else if (raw.destroyed || awaitingContinue.has(raw)) send(false)
    else void drain(raw, limits).then(send)
  })
}

/**
 * Fastify closes connections after bodies that it refuses, even complete ones: such a connection stays open as any other.
 * The header is replaced rather than removed, because Node then says nothing, also when it closes the connection as the
 * client has asked.
 */
function keepOpen(reply: FastifyReply): void {
  const { raw } = reply
  // What Node's own response says stays: the server stops.
  if (raw.hasHeader('connection') || !reply.hasHeader('connection')) return
  reply.header('connection', raw.shouldKeepAlive ? 'keep-alive' : 'close')
  const { server } = (raw.socket ?? {}) as { server?: Server }
  if (raw.shouldKeepAlive && server) {
    reply.header('keep-alive', `timeout=${Math.floor(server.keepAliveTimeout / 1000)}`)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Discards the rest of a body. Resolves with whether the body was complete within the limits. */
function drain(raw: IncomingMessage, limits: DrainLimits): Promise<boolean> {
  return new Promise((resolve) => {
    let length = 0
    const settle = (isWhole: boolean) => {
      clearTimeout(timer)
      raw.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      // Node discards further data.
      if (!isWhole) raw.pause()
      resolve(isWhole)
    }
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > limits.bytes) settle(false)
    }
    const onEnd = () => settle(true)
    const onClose = () => settle(false)
    const timer = setTimeout(() => settle(false), limits.milliseconds)
    raw.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
    raw.unpipe()
    raw.resume()
  })
}
