import { toWireJson } from '@parley/shared'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { csrfTokenMismatch, notFound } from '../../infrastructure/errors.ts'
import type { Forum } from '../../points/context/context.ts'
import type { RouteAnswer } from '../../points/requests/routes.ts'
import type { UploadLimits } from '../../points/requests/uploads.ts'
import { StreamedDocument } from '../jsonapi/streamed.ts'
import { entityTag, isKnown } from './answers/conditional.ts'
import { apiContentType, sendJson } from './answers/documents.ts'
import { type Failure, sendErrorDocument, toFailure } from './answers/failures.ts'
import { sendStreamed } from './answers/outgoing.ts'
import { commonHeaders, pageHeaders } from './answers/security-headers.ts'
import type { IncomingBodies } from './bodies/incoming-bodies.ts'
import { readUploads } from './bodies/uploads.ts'
import type { CookieJar } from './session/cookies.ts'
import type { RequestAuthenticator, RequestSession } from './session/request-session.ts'

/** One path and method, ready to be served. */
export interface Endpoint {
  isApi: boolean
  /** Whether unsafe requests need the session's CSRF token. */
  csrf: boolean
  /** Outside the API: failures are error documents that still carry the session (`/login`, `/register`). */
  jsonErrors?: boolean
  /** Answers everybody as a guest. */
  isPublic?: boolean
  /** Reads files from `multipart/form-data`, of those whom `authorize` does not refuse. */
  uploads?: UploadLimits & { authorize(request: FastifyRequest, visit: RequestSession): Promise<void> }
  run(request: FastifyRequest, visit: RequestSession): Promise<RouteAnswer>
}

export interface EndpointTools {
  reception: RequestAuthenticator
  jar: CookieJar
  bodies: IncomingBodies
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isApi?: boolean
  }
  interface FastifyRequest {
    visit: RequestSession | undefined
  }
}

/** The request pipeline: who asks, CSRF, the endpoint, the session's cookie. */
export function handlerOf(endpoint: Endpoint, tools: EndpointTools): RouteHandlerMethod {
  const { reception, jar, bodies } = tools
  return async (request, reply) => {
    refuseNulls(request)
    const visit = endpoint.isPublic ? reception.nobody(request) : await reception.receive(request, endpoint)
    request.visit = visit
    const refusal = endpoint.uploads && (await receiveUploads(request, visit, endpoint, bodies))
    if (endpoint.csrf && isUnsafe(request.method)) checkCsrf(request, visit)
    if (refusal !== undefined) throw refusal
    const { forum } = visit.context
    // Changes have their own queues and limits.
    const making = isUnsafe(request.method) ? undefined : await forum.budgets.answers.reserve(1)
    try {
      const answer = await endpoint.run(request, visit)
      if (!endpoint.isPublic) keepSession(reply, visit, jar, endpoint.isApi)
      // Long answers have places of their own: those who take them slowly keep nobody else waiting.
      if ('json' in answer && answer.json instanceof StreamedDocument) making?.release()
      return await send(reply, answer, forum)
    } catch (thrown) {
      if (!endpoint.jsonErrors) throw thrown
      const failure: Failure = toFailure(forum, thrown, request)
      keepSession(reply, visit, jar, true)
      return sendErrorDocument(reply, failure)
    } finally {
      making?.release()
    }
  }
}

/** The parsed body; requests without one have an empty body. */
export function bodyOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return (request.body as Record<string, unknown> | null | undefined) ?? {}
}

/** Answers; JSON goes out with markup characters escaped, and piece by piece if it is a `StreamedDocument`. */
async function send(reply: FastifyReply, answer: RouteAnswer, forum: Forum): Promise<FastifyReply> {
  reply.code(answer.status)
  if ('json' in answer) {
    const { json, contentType = 'application/json' } = answer
    reply.headers({ ...commonHeaders, 'content-type': contentType, ...answer.headers })
    return json instanceof StreamedDocument
      ? sendStreamed(reply, json, forum)
      : sendJson(reply, toWireJson(json))
  }
  if ('html' in answer) return reply.headers({ ...pageHeaders, ...answer.headers }).send(answer.html)
  if ('text' in answer) return sendText(reply, answer)
  reply.headers({ ...commonHeaders, ...answer.headers })
  return 'redirect' in answer ? reply.header('location', answer.redirect).send() : reply.send()
}

function sendText(
  reply: FastifyReply,
  answer: RouteAnswer & { text: string; contentType: string },
): FastifyReply {
  const { text, contentType, headers } = answer
  const etag = entityTag(text)
  reply.headers({ ...commonHeaders, ...headers, etag })
  if (isKnown(reply.request.headers, etag)) return reply.code(304).send()
  return reply.header('content-type', contentType).send(text)
}

/** A JSON:API document as an answer. */
export function documentAnswer(status: number, document: unknown): RouteAnswer {
  return document === undefined
    ? { status, empty: true }
    : { status, json: document, contentType: apiContentType }
}

/** Nothing has an address with a null character in it. */
function refuseNulls(request: FastifyRequest): void {
  if (!request.url.includes('%00')) return
  const params = Object.values(request.params as Record<string, string>)
  if (params.some((value) => value.includes('\0'))) throw notFound()
}

function isUnsafe(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/**
 * Reads the form of an actor who may upload. Of any other actor's form no file is kept; it is read at all only where
 * the CSRF token may be one of its fields, because a wrong token is reported before a missing permission.
 * @returns why the actor may not upload; undefined for one who may.
 */
async function receiveUploads(
  request: FastifyRequest,
  visit: RequestSession,
  { uploads, csrf }: Endpoint,
  bodies: IncomingBodies,
): Promise<unknown> {
  if (!uploads) return undefined
  const refusal: unknown = await uploads.authorize(request, visit).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  const { session, byHeader } = visit
  const { isKnown } = session
  const needsToken = csrf && !byHeader && !(isKnown && session.accepts(request.headers['x-csrf-token']))
  if (needsToken && !isKnown) throw csrfTokenMismatch()
  if (refusal === undefined || needsToken)
    await readUploads(request, uploads, { bodies, keepsFiles: refusal === undefined })
  return refusal
}

function checkCsrf(request: FastifyRequest, { session, byHeader }: RequestSession): void {
  if (byHeader) return
  const sent = bodyOf(request).csrfToken ?? request.headers['x-csrf-token']
  if (!session.accepts(sent)) throw csrfTokenMismatch()
}

/** Guests' pages carry no session, so that they can be shared, unless somebody on the page relies on it. */
export function keepSession(
  reply: FastifyReply,
  visit: RequestSession,
  jar: CookieJar,
  isApi: boolean,
): void {
  const { session, context } = visit
  if (!isApi && context.actor.isGuest && !session.isUsed) return
  const { pages } = context.forum
  if (isApi && pages) reply.header('x-client-build', pages.build)
  reply.header('x-csrf-token', session.headerCsrfToken)
  reply.header('set-cookie', session.cookies(jar, context.now))
  reply.header('cache-control', 'private, no-cache')
}
