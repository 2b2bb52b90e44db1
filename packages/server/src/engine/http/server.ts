import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from 'fastify'
import { type ForumError, maintenance, methodNotAllowed, notFound } from '../../infrastructure/errors.ts'
import type { Forum } from '../../points/context/context.ts'
import type { Protocol } from '../../points/requests/protocols.ts'
import type { Route } from '../../points/requests/routes.ts'
import { askThrottles } from '../../points/requests/throttles.ts'
import type { Uploads } from '../../points/requests/uploads.ts'
import { apiContentType } from './answers/documents.ts'
import { anonymousContext, sendErrorDocument, sendErrorPage, toFailure } from './answers/failures.ts'
import { prepareAnswers } from './answers/outgoing.ts'
import { commonHeaders } from './answers/security-headers.ts'
import { type MountedEndpoint, resourceEndpoints } from './api-routes.ts'
import { bodyLimit, readBodies } from './bodies/bodies.ts'
import type { IncomingBodies } from './bodies/incoming-bodies.ts'
import { type DrainLimits, defaultDrainLimits, drainUnread } from './bodies/unread-bodies.ts'
import { acceptUploads } from './bodies/uploads.ts'
import {
  bodyOf,
  type Endpoint,
  type EndpointTools,
  handlerOf,
  isUnsafe,
  setSessionHeaders,
} from './endpoint.ts'
import { errorPage } from './html/error-page.ts'
import { closeForMaintenance, maintenanceError, serveAdministratorsOnly } from './maintenance.ts'
import { mountFiles } from './mount-files.ts'
import { mountProtocols } from './mount-protocols.ts'
import { parseQuery } from './query.ts'
import { createCookieJar } from './session/cookies.ts'
import { type CredentialStore, RequestAuthenticator, type RequestSession } from './session/request-session.ts'
import { type FindViewed, viewAsAddress } from './session/view-as.ts'
import { guardViews } from './view-as-guard.ts'

export interface ServerOptions {
  forum: Forum
  credentials: CredentialStore
  /** Finds what credentials for views of the forum as another stand for. */
  findViewed: FindViewed
  /** Reads the bodies of all requests of the process. */
  bodies: IncomingBodies
  /** How much of an unread body is received before the answer. */
  drainLimits?: Partial<DrainLimits>
  /** Proxies whose `X-Forwarded-For` is trusted, as Fastify's `trustProxy`; none by default. */
  trustProxy?: string
  /** Whether the database is reachable and migrated. */
  isReady(): Promise<boolean>
  /** Maintenance mode: answers every request with 503. */
  isOffline?: boolean
  /** The routes of a forum that is not set up yet: pages redirect there, the API answers 503. */
  setUp?: readonly Route[]
  /** Folder of the client's files. */
  client?: string
  /** Mounts what is no route of a feature: real time, and the pages of the client. Not called before the forum is set up. */
  mountOthers?(app: FastifyInstance, tools: EndpointTools): void
}

const answeredMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Assembles the HTTP side of one build of a forum. It does not listen: requests are passed to `routing`. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { forum, credentials, findViewed, bodies } = options
  const { basePath } = forum
  const isClosed = options.isOffline || forum.isForAdministratorsOnly
  const jar = createCookieJar(forum.baseUrl)
  const authenticator = new RequestAuthenticator(forum, jar, credentials, findViewed)
  const tools: EndpointTools = { authenticator, jar, bodies }
  const app = Fastify({
    logger: false,
    trustProxy: options.trustProxy ?? false,
    bodyLimit,
    exposeHeadRoutes: true,
    return503OnClosing: false,
    rewriteUrl: ({ url = '' }) => viewAsAddress(url, basePath)?.url ?? url,
    routerOptions: { querystringParser: parseQuery, maxParamLength: 1000 },
    frameworkErrors: (error, request, reply) =>
      void fail(isClosed ? maintenanceError(forum) : error, request, reply as FastifyReply),
  })

  const fail = async (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toFailure(forum, thrown, request)
    const wantsDocument = failure.error.code === 'malformed_json' || isOfflineDocument(request, failure.error)
    if (isApiPath(request, basePath) || wantsDocument) {
      return sendErrorDocument(reply, failure)
    }
    const { originalUrl: url, requestSession, headers } = request
    const context = requestSession?.context ?? anonymousContext(forum, localeOf(request), headers.cookie)
    // The page for a refused form needs a token for the next attempt; other pages are the same for every visitor.
    const ownSession = isUnsafe(request.method) ? requestSession : undefined
    const page = await errorPage(context, { ...failure, url, session: ownSession?.session })
    if (ownSession) setSessionHeaders(reply, ownSession, jar, false)
    return sendErrorPage(reply, failure.error, page)
  }
  /** The locale that a guest has chosen. For members the request session has the locale. */
  const localeOf = ({ headers }: FastifyRequest) => {
    const { locale } = jar.read(headers.cookie)
    return locale !== undefined && forum.locales.has(locale) ? locale : forum.locale
  }
  app.decorateRequest('requestSession', undefined)
  app.setErrorHandler((error, request, reply) => fail(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    if (!options.setUp) return fail(notFound(), request, reply)
    if (isApiPath(request, basePath)) return fail(maintenance(), request, reply)
    return reply.headers(commonHeaders).redirect(`${forum.baseUrl}/setup`, 302)
  })
  // Monitors and proxies ask for other hosts than visitors, and mostly for `/health` and `/ready`.
  app.addHook('onRequest', async ({ headers, host, url }) => {
    if (!/^\/(health|ready)\b/.test(url)) forum.visitedHosts?.note(headers, host)
  })
  prepareAnswers(app, forum)
  guardViews(app, forum, authenticator)
  if (options.isOffline) closeForMaintenance(app, forum, fail)
  const refuseOthers = async (request: FastifyRequest) => {
    const requestSession = await authenticator.authenticate(request, { isApi: isApiPath(request, basePath) })
    // The page says what a visitor who has logged in can do.
    request.requestSession = requestSession
    if (!requestSession.context.actor.isAdmin) throw maintenanceError(forum)
  }
  if (forum.isForAdministratorsOnly) serveAdministratorsOnly(app, forum, refuseOthers)
  readBodies(app, bodies)
  drainUnread(app, { ...defaultDrainLimits, ...options.drainLimits })

  addHealth(app, options)
  const endpoints = options.setUp
    ? options.setUp.map(routeEndpoint)
    : [...resourceEndpoints(forum.points), ...forum.points.routes.map(routeEndpoint)]
  const protocols = options.setUp ? [] : [...forum.points.protocols.values()]
  await mountEndpoints(app, { endpoints, protocols }, basePath, tools)
  const { files } = forum
  await mountFiles(app, {
    basePath,
    files,
    ...(forum.isForAdministratorsOnly && { refuseOthers }),
    ...(options.client !== undefined && { client: options.client }),
  })
  if (!options.setUp) options.mountOthers?.(app, tools)
  refuseOtherMethods(app, { endpoints, protocols }, basePath)
  await app.ready()
  return app
}

/** What answers requests. */
interface Mounted {
  endpoints: readonly MountedEndpoint[]
  protocols: readonly Protocol[]
}

async function mountEndpoints(
  app: FastifyInstance,
  { endpoints, protocols }: Mounted,
  basePath: string,
  tools: EndpointTools,
): Promise<void> {
  const mount = (scope: FastifyInstance, { method, path, endpoint }: MountedEndpoint) =>
    scope.route({
      method: method as HTTPMethods,
      url: `${basePath}${path}`,
      handler: handlerOf(endpoint, tools),
      config: { isAlwaysOpen: endpoint.isAlwaysOpen ?? false, isInViews: endpoint.isInViews ?? false },
    })
  for (const plain of endpoints.filter(({ endpoint }) => !endpoint.uploads)) mount(app, plain)
  await app.register(async (scope) => {
    await acceptUploads(scope)
    for (const upload of endpoints.filter(({ endpoint }) => endpoint.uploads)) mount(scope, upload)
  })
  await mountProtocols(app, protocols, basePath, tools)
}

/** The path part of a base URL, '' at a domain's root. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '')
}

/** Adds health checks. They do little, because monitors call them often; `/health` is the baseline of the bench. */
function addHealth(app: FastifyInstance, { isReady }: ServerOptions): void {
  const headers = { ...commonHeaders, 'content-type': 'application/json' }
  app.get('/health', (_request, reply) => reply.headers(headers).send('{"status":"ok"}'))
  app.get('/ready', async (_request, reply) => {
    const ready = await isReady()
    return reply
      .code(ready ? 200 : 503)
      .headers(headers)
      .send(ready ? '{"status":"ok"}' : '{"status":"unavailable"}')
  })
}

function routeEndpoint(route: Route): MountedEndpoint {
  return {
    method: route.method,
    path: route.path,
    endpoint: {
      isApi: isApi(route.path),
      csrf: route.csrf !== false,
      ...(route.jsonErrors && { jsonErrors: true }),
      ...(route.isPublic && { isPublic: true }),
      ...(route.isAlwaysOpen && { isAlwaysOpen: true }),
      ...(route.isInViews && { isInViews: true }),
      ...(route.isSlow && { isSlow: true }),
      ...(route.uploads && { uploads: uploadsOf(route.uploads) }),
      run: async (request: FastifyRequest, { context, session }: RequestSession) => {
        const body = bodyOf(request)
        if (route.name) await askThrottles(context, { endpoint: route.name, attributes: body })
        return route.run(
          {
            url: request.url,
            params: request.params as Record<string, string>,
            query: request.query as Record<string, unknown>,
            body,
            isForm: isForm(request),
            files: request.uploads ?? [],
            drafts: request.drafts ?? [],
            session,
            ...(route.document && { document: route.document }),
          },
          context,
        )
      },
    },
  }
}

function uploadsOf({ authorize, files, bytes, toDisk }: Uploads): NonNullable<Endpoint['uploads']> {
  return {
    limits(context) {
      const own = toDisk?.limits?.(context) ?? {}
      return { files: Math.min(files, own.files ?? files), bytes: Math.min(bytes, own.bytes ?? bytes) }
    },
    toDisk: toDisk !== undefined,
    async authorize(request, { context }) {
      const params = request.params as Record<string, string>
      await authorize({ params, query: request.query as Record<string, unknown> }, context)
    },
  }
}

function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** Answers 405 for the methods that an existing path does not have (api-core 1.1). */
function refuseOtherMethods(app: FastifyInstance, { endpoints, protocols }: Mounted, basePath: string): void {
  const methodsByShape = new Map<string, { path: string; methods: Set<string> }>()
  const named = new Set(
    endpoints.filter(({ endsWithName }) => endsWithName).map(({ path }) => parentOf(path)),
  )
  const ofProtocols = protocols.flatMap(({ path, methods }) => methods.map((method) => ({ method, path })))
  for (const { method, path } of [...endpoints, ...ofProtocols]) {
    const shape = path.replace(/:[^/]+/g, ':')
    const entry = methodsByShape.get(shape) ?? { path, methods: new Set<string>() }
    entry.methods.add(method)
    if (method === 'GET') entry.methods.add('HEAD')
    methodsByShape.set(shape, entry)
  }
  for (const { path, methods } of methodsByShape.values()) {
    // The path may be the name of a row, too: then `GET` asks for the row.
    const isName = named.has(parentOf(path))
    const others = answeredMethods.filter(
      (method) => !methods.has(method) && !(isName && (method === 'GET' || method === 'HEAD')),
    )
    const handler = () => {
      throw methodNotAllowed({ headers: { allow: [...methods].join(', ') } })
    }
    if (others.length > 0) app.route({ method: others, url: `${basePath}${path}`, handler })
  }
}

function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

function isApiPath(request: FastifyRequest, basePath: string): boolean {
  const [path = ''] = request.url.split('?', 1)
  return isApi(path.slice(basePath.length))
}

/** Whether a program, judged by `Accept`, gets the maintenance error as a document. */
function isOfflineDocument(request: FastifyRequest, { code }: ForumError): boolean {
  return code === 'maintenance' && (request.headers.accept?.includes(apiContentType) ?? false)
}
