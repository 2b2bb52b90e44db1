import type { ErrorDocument } from '@parley/shared'
import type { FastifyReply } from 'fastify'
import type { ForumError } from '../../../infrastructure/errors.ts'

export const apiContentType = 'application/vnd.api+json'

/** Makes the JSON:API error document of a failure (api-core 1.4); `debug` is the detail in debug mode. */
export function errorDocument(error: ForumError, debug?: string): ErrorDocument {
  const { code } = error
  const status = String(error.status)
  if (error.problems.length === 0) {
    return { errors: [{ status, code, ...(debug !== undefined && { detail: debug }) }] }
  }
  return {
    errors: error.problems.map(({ detail, pointer, members }) => ({
      status,
      code,
      ...members,
      ...(detail !== undefined && { detail }),
      ...(pointer !== undefined && { source: { pointer } }),
    })),
  }
}

/** Sends JSON as a string, in one write with the headers, with exactly the content type that is set. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  // Without a serializer Fastify would add a charset to the content type.
  return reply.serializer(sendAsIs).send(json)
}

const sendAsIs = (payload: unknown) => payload as string
