import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How much of a body that no one wants is received before its answer; beyond it the connection is closed. */
export interface DrainLimits {
  bytes: number
  milliseconds: number
}

/** Twice the largest upload of the core: honest senders see their answer. */
export const defaultDrainLimits: DrainLimits = { bytes: 8 * 1024 * 1024, milliseconds: 15_000 }

const heldBack = new WeakSet<IncomingMessage>()

/** For a visitor who waits for `100 Continue`: sends it when something begins to read the body, and not before. */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  heldBack.add(request)
  request.once('resume', () => {
    heldBack.delete(request)
    if (!response.headersSent) response.writeContinue()
  })
}

/**
 * Receives what is left of a body, without keeping it, before the request is answered. Closing a connection while data
 * still comes would take the answer away from its reader, and leaving it open would let the next request be read as
 * this one's body.
 */
export function drainUnread(app: FastifyInstance, limits: DrainLimits): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (!hasBody(raw)) return done(null, payload)
    const send = (isWhole: boolean) => {
      // Fastify closes connections after bodies that it refuses, whole ones too.
      if (isWhole) reply.removeHeader('connection')
      else reply.header('connection', 'close')
      done(null, payload)
    }
    if (raw.complete || raw.readableEnded) send(true)
    else if (raw.destroyed || heldBack.has(raw)) send(false)
    else void drained(raw, limits).then(send)
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Resolves with whether all of it came. */
function drained(raw: IncomingMessage, limits: DrainLimits): Promise<boolean> {
  return new Promise((resolve) => {
    let length = 0
    const settle = (isWhole: boolean) => {
      clearTimeout(timer)
      raw.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      // What comes from here on is thrown away by Node.
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
