import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { methodNotAllowed, notFound } from '../../infrastructure/errors.ts'
import type { Context, FinishedPage, Forum, PageDrawer } from '../../points/context/context.ts'
import { pageHeaders } from '../http/answers/security-headers.ts'
import { type EndpointTools, keepSession } from '../http/endpoint.ts'
import type { CachedPage, GuestPageCache } from './guest-cache.ts'

export interface PageMount {
  pages: PageDrawer
  /** Undefined where guests' pages are drawn anew every time. */
  cache: GuestPageCache | undefined
  basePath: string
}

/** Serves every page of the client. Comes after all routes of features. */
export function mountPages(app: FastifyInstance, forum: Forum, tools: EndpointTools, mount: PageMount): void {
  const { basePath } = mount
  const serve = pageHandler(forum, tools, mount)
  for (const url of [`${basePath}/`, `${basePath}/*`, ...(basePath ? [basePath] : [])]) {
    app.route({ method: 'GET', url, handler: serve })
    app.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      handler: async (request) => {
        throw (await mount.pages.has(request.url.slice(basePath.length) || '/'))
          ? methodNotAllowed({ headers: { allow: 'GET, HEAD' } })
          : notFound()
      },
    })
  }
}

/** Addresses whose pages may be kept: a path, and of the query only what pages know. */
const cacheable = /^[^?]{1,300}(?:\?(?:(?:page=\d{1,6}|sort=[a-z]{1,20})(?:&|$))*)?$/

function pageHandler(forum: Forum, tools: EndpointTools, { pages, cache, basePath }: PageMount) {
  const { reception, jar } = tools
  const isApi = (url: string) => url.startsWith(`${basePath}/api/`) || url === `${basePath}/api`

  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const visit = await reception.receive(request, { isApi: false })
    request.visit = visit
    const session = visit.context.actor.isGuest ? undefined : visit.session
    const page = await forum.budgets.answers.hold(1, () =>
      pages.draw(visit.context, { url: request.url, ...(session && { session }) }),
    )
    keepSession(reply, visit, jar, false)
    return reply
      .code(page.status)
      .headers({
        ...pageHeaders,
        ...(session && { 'cache-control': 'private, no-cache' }),
        ...locationHeader(page),
      })
      .send(page.html)
  }

  return (request: FastifyRequest, reply: FastifyReply) => {
    const { url } = request
    if (isApi(url)) throw notFound()
    const cookies = jar.read(request.headers.cookie)
    const isGuest = cookies.remember === undefined && !cookies.session?.includes('.')
    if (!cache || !isGuest || !cacheable.test(url)) return serve(request, reply)
    const locale = cookies.locale !== undefined && forum.locales.has(cookies.locale) ? cookies.locale : ''
    const key = `${locale} ${url}`
    const kept = cache.get(key)
    if (kept) return sendCached(request, reply, kept)
    return fill(request, reply, key, cache)
  }

  async function fill(request: FastifyRequest, reply: FastifyReply, key: string, into: GuestPageCache) {
    const page = await into.fill(key, async () => {
      const { context } = await reception.receive(request, { isApi: false })
      const drawn = await forum.budgets.answers.hold(1, () =>
        pages.draw(shared(context), { url: request.url }),
      )
      const headers = { ...pageHeaders, vary: 'Accept-Encoding, Cookie', ...locationHeader(drawn) }
      return { ...drawn, headers }
    })
    return sendCached(request, reply, page)
  }
}

/** For an answer that others wait for, too: it does not end with the connection of the first who asked. */
function shared(context: Context): Context {
  if (!context.client) return context
  const { connection: _, ...client } = context.client
  return { ...context, client }
}

function locationHeader({ location }: FinishedPage): { location?: string } {
  return location === undefined ? {} : { location }
}

/** Straight to the socket: everything about the answer is known, and it is what most visitors get. */
function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage): FastifyReply {
  const accepted = request.headers['accept-encoding']
  const encoding =
    typeof accepted !== 'string'
      ? undefined
      : /\bbr\b/.test(accepted)
        ? 'br'
        : /\bgzip\b/.test(accepted)
          ? 'gzip'
          : undefined
  const body = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.identity
  reply.hijack()
  reply.raw.writeHead(page.status, {
    ...page.headers,
    ...(encoding && { 'content-encoding': encoding }),
    'content-length': body.length,
  })
  reply.raw.end(request.method === 'HEAD' ? undefined : body)
  return reply
}
