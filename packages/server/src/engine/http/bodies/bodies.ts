import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { malformedJson, payloadTooLarge } from '../../../infrastructure/errors.ts'
import { parseQuery } from '../query.ts'
import type { IncomingBodies } from './incoming-bodies.ts'
import { beyondLimits, type JsonLimits } from './json-shape.ts'

/** Bodies up to this size are read and then judged by their own rules; beyond it 413 (api-core D6). */
export const bodyLimit = 1024 * 1024
/**
 * JSON beyond these is not read. Code that walks through deeper values would run out of stack (PHP stops there, too), and values
 * take up to twenty times the memory of their text.
 */
const jsonLimits: JsonLimits = { depth: 512, values: 50_000 }

/** Reads JSON wherever the content type says so, and forms; bodies of other types count as empty. */
export function readBodies(app: FastifyInstance, bodies: IncomingBodies): void {
  app.decorateRequest('answer', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    request.answer = reply.raw
    done()
  })
  app.removeAllContentTypeParsers()
  const read = (request: FastifyRequest, payload: IncomingMessage) => bodies.text(request, payload, bodyLimit)
  app.addContentTypeParser(/^.*json/i, async (request: FastifyRequest, payload: IncomingMessage) =>
    parseJson(await read(request, payload)),
  )
  const form = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(form, async (request: FastifyRequest, payload: IncomingMessage) =>
    parseQuery(await read(request, payload)),
  )
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    await bodies.discard(request, payload, bodyLimit)
    return {}
  })
}

/** The object in a JSON body; none at all, null and [] count as the empty one (api-core D1). */
function parseJson(text: string): Record<string, unknown> {
  if (text === '') return {}
  const value = parsed(text)
  if (value === null || (Array.isArray(value) && value.length === 0)) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw malformedJson()
  return value as Record<string, unknown>
}

function parsed(text: string): unknown {
  const beyond = beyondLimits(text, jsonLimits)
  if (beyond) throw beyond === 'depth' ? malformedJson() : payloadTooLarge()
  try {
    return JSON.parse(text)
  } catch {
    throw malformedJson()
  }
}
