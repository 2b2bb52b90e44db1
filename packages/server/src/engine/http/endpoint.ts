import { toWireJson } from '@parley/shared'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { csrfTokenMismatch, notFound } from '../../infrastructure/errors.ts'
import type { FileStore } from '../../infrastructure/files/file-store.ts'
import type { Reservation } from '../../infrastructure/limits/budget.ts'
import type { Context } from '../../points/context/context.ts'
import type { RouteAnswer } from '../../points/requests/routes.ts'
import type { UploadLimits } from '../../points/requests/uploads.ts'
import { StreamedDocument } from '../jsonapi/streamed.ts'
import { entityTag, isNotModified } from './answers/conditional.ts'
import { apiContentType, sendJson } from './answers/documents.ts'
import { type Failure, sendErrorDocument, toFailure } from './answers/failures.ts'
import { sendStreamed } from './answers/outgoing.ts'
import { commonHeaders, pageHeaders } from './answers/security-headers.ts'
import type { IncomingBodies } from './bodies/incoming-bodies.ts'
import { readUploads } from './bodies/uploads.ts'
import type { CookieJar } from './session/cookies.ts'
import type { RequestAuthenticator, RequestSession } from './session/request-session.ts'

/** Handles the requests of one method and path. */
export interface Endpoint {
  isApi: boolean
  /** Whether unsafe methods require the session's CSRF token. */
  csrf: boolean
  /** Outside the API: failures are error documents that send the session, too (`/login`, `/register`). */
  jsonErrors?: boolean
  /** Ignores cookies and `Authorization`: the actor is a guest. */
  isPublic?: boolean
  /** Answers every visitor also while only administrators are served. */
  isAlwaysOpen?: boolean
  /** Also answers in views of the forum as another. */
  isInViews?: boolean
  /** Waits for other sites, and so is none of the answers in the making. */
  isSlow?: boolean
  /** Reads files from `multipart/form-data` if `authorize` does not throw. */
  uploads?: {
    limits(context: Context): UploadLimits
    toDisk: boolean
    authorize(request: FastifyRequest, session: RequestSession): Promise<void>
  }
  run(request: FastifyRequest, session: RequestSession): Promise<RouteAnswer>
}

export interface EndpointTools {
  authenticator: RequestAuthenticator
  jar: CookieJar
  bodies: IncomingBodies
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isApi?: boolean
    isAlwaysOpen?: boolean
    isInViews?: boolean
  }
  interface FastifyRequest {
    requestSession: RequestSession | undefined
  }
}

/** The request pipeline: authentication, uploads, CSRF check, the endpoint, the session's cookie. */
export function handlerOf(endpoint: Endpoint, tools: EndpointTools): RouteHandlerMethod {
  const { authenticator, jar, bodies } = tools
  return async (request, reply) => {
    rejectNullCharacters(request)
    const requestSession = endpoint.isPublic
      ? authenticator.anonymous(request)
      : await authenticator.authenticate(request, endpoint)
    request.requestSession = requestSession
    const refusal = endpoint.uploads && (await receiveUploads(request, requestSession, endpoint, bodies))
    if (endpoint.csrf && isUnsafe(request.method)) checkCsrf(request, requestSession)
    if (refusal !== undefined) throw refusal
    const { forum } = requestSession.context
    // Unsafe methods have their own queues and limits.
    const hasOwnLimits = endpoint.isSlow || isUnsafe(request.method)
    const reservation = hasOwnLimits ? undefined : await forum.budgets.answers.reserve(1)
    try {
      await runEndpoint(endpoint, request, reply, { requestSession, jar, reservation })
      return await reply
    } catch (thrown) {
      if (!endpoint.jsonErrors) throw thrown
      const failure: Failure = toFailure(forum, thrown, request)
      setSessionHeaders(reply, requestSession, jar, true)
      return sendErrorDocument(reply, failure)
    } finally {
      reservation?.release()
    }
  }
}

/** The parsed body; empty for requests without one. */
export function bodyOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return (request.body as Record<string, unknown> | null | undefined) ?? {}
}

interface EndpointRun {
  requestSession: RequestSession
  jar: CookieJar
  /** Of one of the answers in the making. */
  reservation: Reservation | undefined
}

/**
 * Runs an endpoint and sends what it answers. Returns before a whole answer is sent, so that its document and rows need
 * not outlive it: it is compressed meanwhile, and V8 would move them into its old generation.
 */
async function runEndpoint(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { requestSession, jar, reservation }: EndpointRun,
): Promise<void> {
  const { forum, cache } = requestSession.context
  const answer = await endpoint.run(request, requestSession)
  if (!endpoint.isPublic) setSessionHeaders(reply, requestSession, jar, endpoint.isApi)
  reply.code(answer.status)
  if ('json' in answer || 'pieces' in answer) {
    const { contentType = 'application/json' } = answer
    reply.headers({ ...commonHeaders, 'content-type': contentType, ...answer.headers })
  }
  const streamed = streamedPartOf(answer)
  if ('storedFile' in answer) {
    reservation?.release()
    await sendFile(reply, answer, forum.files)
  } else if (streamed) {
    // Streamed answers have their own budget, so that slow clients do not delay other requests.
    reservation?.release()
    await sendStreamed(reply, streamed, forum)
  } else {
    sendWhole(reply, answer)
    cache.clear()
  }
}

function streamedPartOf(answer: RouteAnswer): Pick<StreamedDocument, 'pieces'> | undefined {
  if ('pieces' in answer) return answer
  return 'json' in answer && answer.json instanceof StreamedDocument ? answer.json : undefined
}

/** Sends an answer that is complete in memory. JSON has its markup characters escaped. */
function sendWhole(reply: FastifyReply, answer: Exclude<RouteAnswer, { storedFile: string }>): void {
  if ('json' in answer) sendJson(reply, toWireJson(answer.json))
  else if ('html' in answer) reply.headers({ ...pageHeaders, ...answer.headers }).send(answer.html)
  else if ('text' in answer) sendText(reply, answer)
  else {
    reply.headers({ ...commonHeaders, ...answer.headers })
    if ('redirect' in answer) reply.header('location', answer.redirect)
    reply.send()
  }
}

async function sendFile(
  reply: FastifyReply,
  answer: RouteAnswer & { storedFile: string; saveAs?: string; from?: FileStore },
  files: FileStore,
): Promise<void> {
  const { storedFile, saveAs, from = files, headers } = answer
  const served = await from.serve(reply.request.raw, storedFile)
  if (!served) throw notFound()
  const saved = saveAs !== undefined && {
    'cache-control': 'private, no-cache',
    'content-disposition': contentDisposition(saveAs),
  }
  reply
    .code(served.status)
    .headers({ ...commonHeaders, ...served.headers, ...saved, ...headers })
    .send(served.stream)
}

function sendText(reply: FastifyReply, answer: RouteAnswer & { text: string; contentType: string }): void {
  const { text, contentType, headers } = answer
  const etag = entityTag(text)
  reply.headers({ ...commonHeaders, ...headers, etag })
  if (isNotModified(reply.request.headers, etag)) reply.code(304).send()
  else reply.header('content-type', contentType).send(text)
}

/** Makes an answer of a JSON:API document; undefined makes it empty. */
export function documentAnswer(status: number, document: unknown): RouteAnswer {
  return document === undefined
    ? { status, empty: true }
    : { status, json: document, contentType: apiContentType }
}

/** @throws 404 for a null character in a path parameter: no address contains one. */
function rejectNullCharacters(request: FastifyRequest): void {
  if (!request.url.includes('%00')) return
  const params = Object.values(request.params as Record<string, string>)
  if (params.some((value) => value.includes('\0'))) throw notFound()
}

/** Whether requests of this method may change something. */
export function isUnsafe(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/**
 * Reads the form of an actor who may upload. The form of any other actor is read, without its files, only where the
 * CSRF token may be one of its fields, because a wrong token is reported before a missing permission.
 * @returns the reason why the actor may not upload; undefined if allowed.
 */
async function receiveUploads(
  request: FastifyRequest,
  requestSession: RequestSession,
  { uploads, csrf }: Endpoint,
  bodies: IncomingBodies,
): Promise<unknown> {
  if (!uploads) return undefined
  const refusal: unknown = await uploads.authorize(request, requestSession).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  const { session, isHeaderAuthenticated } = requestSession
  const { isFromCookie } = session
  const hasToken = () => isFromCookie && session.accepts(request.headers['x-csrf-token'])
  const needsToken = csrf && !isHeaderAuthenticated && !hasToken()
  if (needsToken && !isFromCookie) throw csrfTokenMismatch()
  if (refusal === undefined || needsToken) {
    const { context } = requestSession
    await readUploads(request, uploads.limits(context), {
      bodies,
      keepsFiles: refusal === undefined,
      ...(uploads.toDisk && { store: context.forum.files }),
    })
  }
  return refusal
}

/** @throws 400 unless the request has the token of its session. */
export function checkCsrf(request: FastifyRequest, { session, isHeaderAuthenticated }: RequestSession): void {
  if (isHeaderAuthenticated) return
  const sent = bodyOf(request).csrfToken ?? request.headers['x-csrf-token']
  if (!session.accepts(sent)) throw csrfTokenMismatch()
}

/** Sends the session to the client. Guests' pages have none, so that they can be cached, unless the page uses it. */
export function setSessionHeaders(
  reply: FastifyReply,
  requestSession: RequestSession,
  jar: CookieJar,
  isApi: boolean,
): void {
  const { session, context } = requestSession
  if (!isApi && context.actor.isGuest && !session.isUsed) return
  const { pages } = context.forum
  if (isApi && pages) reply.header('x-client-build', pages.build)
  if (context.viewAs) return
  reply.header('x-csrf-token', session.headerCsrfToken)
  reply.header('set-cookie', session.cookies(jar, context.now))
  reply.header('cache-control', 'private, no-cache')
}
