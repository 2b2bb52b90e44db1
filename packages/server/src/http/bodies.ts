import type { FastifyInstance } from 'fastify'
import { malformedJson } from '../errors.ts'
import { parseQuery } from './query.ts'

/** Bodies up to this size are read and then judged by their own rules; beyond it 413 (api-core D6). */
export const bodyLimit = 1024 * 1024

/** Reads JSON wherever the content type says so, and forms; bodies of other types count as empty. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(/^.*json/i, { parseAs: 'string' }, (_request, body, done) => {
    const parsed = parseJson(body)
    done(parsed instanceof Error ? parsed : null, parsed)
  })
  const form = 'application/x-www-form-urlencoded'
  app.addContentTypeParser<string>(form, { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseQuery(body))
  })
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, {}))
}

/** The object in a JSON body; none at all, null and [] count as the empty one (api-core D1). */
function parseJson(text: string): Record<string, unknown> | Error {
  if (text === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return malformedJson()
  }
  if (value === null || (Array.isArray(value) && value.length === 0)) return {}
  if (typeof value !== 'object' || Array.isArray(value)) return malformedJson()
  return value as Record<string, unknown>
}
