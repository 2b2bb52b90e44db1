import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { malformedJson, payloadTooLarge } from '../../../infrastructure/errors.ts'
import { parseQuery } from '../query.ts'
import type { IncomingBodies } from './incoming-bodies.ts'
import { exceededLimit, type JsonLimits } from './json-shape.ts'

/** Bytes of a body; larger ones get 413. Smaller ones are judged by their own rules (api-core D6). */
export const bodyLimit = 1024 * 1024
/**
 * JSON beyond these limits is not parsed. Recursion through deeper values would overflow the stack (PHP has the same
 * limit), and values take up to twenty times the memory of their text.
 */
const jsonLimits: JsonLimits = { depth: 512, values: 50_000 }

/** Adds parsers for JSON (any content type that contains “json”) and forms. Bodies of other types count as empty. */
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

/** Parses a JSON body to an object. An empty body, null and [] count as an empty object (api-core D1). */
function parseJson(text: string): Record<string, unknown> {
  if (text === '') return {}
  const value = parseLimited(text)
  if (value === null || (Array.isArray(value) && value.length === 0)) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw malformedJson()
  return value as Record<string, unknown>
}

function parseLimited(text: string): unknown {
  const exceeded = exceededLimit(text, jsonLimits)
  if (exceeded) throw exceeded === 'depth' ? malformedJson() : payloadTooLarge()
  try {
    return JSON.parse(text)
  } catch {
    throw malformedJson()
  }
}
