import { toWireJson } from '@parley/shared'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  conflict,
  ForumError,
  malformedJson,
  notFound,
  payloadTooLarge,
  requestAborted,
  unknownError,
} from '../../../infrastructure/errors.ts'
import { randomText } from '../../../infrastructure/keys/random.ts'
import { Actor } from '../../../points/context/actor.ts'
import { type Context, type Forum, rulesOf } from '../../../points/context/context.ts'
import { readPageCookies } from '../session/cookies.ts'
import { apiContentType, errorDocument, sendJson } from './documents.ts'
import { commonHeaders, pageHeaders } from './security-headers.ts'

/** What an answer reveals of a failure. */
export interface Failure {
  error: ForumError
  /** Id of the log entry, for unexpected failures. */
  logId?: string
  /** Stack or message of the error, in debug mode. */
  debug?: string
}

/** Converts a thrown value: declared errors as they are; anything else is logged and becomes a 500 without detail. */
export function toFailure(forum: Forum, thrown: unknown, request: FastifyRequest): Failure {
  if (thrown instanceof ForumError) {
    const { method } = request
    if (thrown.cause !== undefined)
      forum.log.warn({ err: thrown.cause, method, url: loggedUrl(request) }, 'A request was refused')
    return { error: thrown }
  }
  const expected = fromFastify(thrown) ?? fromForeignKeyViolation(forum, thrown)
  if (expected) return { error: expected }
  // The drafts of a client that went away are gone with it: that is no fault.
  if (request.drafts?.length && request.answer?.destroyed) return { error: requestAborted() }
  const logId = randomText(12)
  forum.log.error({ err: thrown, logId, method: request.method, url: loggedUrl(request) }, 'A request failed')
  const debug = forum.debug && thrown instanceof Error ? (thrown.stack ?? thrown.message) : undefined
  return { error: unknownError(), logId, ...(debug !== undefined && { debug }) }
}

/** Parameters of paths that are secrets. */
const secretParams = new Set([':csrf', ':token'])

/** The address of a request without the secrets of its path. */
function loggedUrl({ url, routeOptions }: FastifyRequest): string {
  const pattern = (routeOptions?.url ?? '').split('/')
  if (!pattern.some((part) => secretParams.has(part))) return url
  const [path = ''] = url.split(/[?;]/, 1)
  return path
    .split('/')
    .map((part, place) => (secretParams.has(pattern[place] ?? '') ? pattern[place] : part))
    .join('/')
}

/** Answers with an error document. */
export function sendErrorDocument(reply: FastifyReply, { error, debug }: Failure): FastifyReply {
  reply.code(error.status).headers({ ...commonHeaders, ...error.headers, 'content-type': apiContentType })
  return sendJson(reply, toWireJson(errorDocument(error, debug)))
}

/** Answers with an error page. */
export function sendErrorPage(reply: FastifyReply, error: ForumError, page: string | Buffer): FastifyReply {
  return reply
    .code(error.status)
    .headers({ ...pageHeaders, ...error.headers })
    .send(page)
}

/** A guest's context: for answers before authentication, and for answers that are the same for every visitor. */
export function anonymousContext(
  forum: Forum,
  locale: string = forum.locale,
  cookieHeader?: string,
): Context {
  const actor = new Actor(rulesOf(forum))
  const cookies = readPageCookies(cookieHeader, forum.points.pageCookies)
  return { forum, actor, db: forum.database.read, now: forum.now(), locale, cookies, cache: new Map() }
}

/** A concurrent request deleted a row that a change refers to, for example the account of its author. */
function fromForeignKeyViolation({ database, log }: Forum, thrown: unknown): ForumError | undefined {
  if (!database.dialect.isForeignKeyViolation(thrown)) return undefined
  log.warn({ err: thrown }, 'A change refers to a deleted row')
  return conflict()
}

/** Converts Fastify's own errors to declared ones. */
function fromFastify(thrown: unknown): ForumError | undefined {
  const { code, statusCode } = (thrown ?? {}) as Partial<FastifyError>
  if (typeof code !== 'string' || !code.startsWith('FST_ERR_')) return undefined
  if (statusCode === 413) return payloadTooLarge()
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH' || statusCode === 404)
    return notFound()
  return statusCode !== undefined && statusCode < 500 ? malformedJson() : undefined
}
