import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { methodNotAllowed, notFound } from '../../infrastructure/errors.ts'
import type { Context, FinishedPage, Forum, PageService } from '../../points/context/context.ts'
import { pageHeaders } from '../http/answers/security-headers.ts'
import { type EndpointTools, setSessionHeaders } from '../http/endpoint.ts'
import { readPageCookies } from '../http/session/cookies.ts'
import type { CachedPage, GuestPageCache } from './guest-cache.ts'

export interface PageMount {
  pages: PageService
  /** Undefined where guests' pages are rendered for each request. */
  cache: GuestPageCache | undefined
  basePath: string
}

/** Mounts the pages of the client. Call it after all routes of features are mounted. */
export function mountPages(app: FastifyInstance, forum: Forum, tools: EndpointTools, mount: PageMount): void {
  const { basePath } = mount
  const serve = pageHandler(forum, tools, mount)
  for (const url of [`${basePath}/`, `${basePath}/*`, ...(basePath ? [basePath] : [])]) {
    app.route({ method: 'GET', url, handler: serve, config: { isInViews: true } })
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

/** URLs whose pages may be cached: a path, and only the query parameters that pages use. */
const cacheable = /^[^?]{1,300}(?:\?(?:(?:page=\d{1,6}|sort=[a-z]{1,20})(?:&|$))*)?$/

/** A path with a slash at its end: pages have none. What begins like the address of another host is no path. */
const endsWithSlash = /^(\/[^/\\?](?:[^?]*[^/?])?)\/+(\?.*)?$/s

function pageHandler(forum: Forum, tools: EndpointTools, { pages, cache, basePath }: PageMount) {
  const { authenticator, jar } = tools
  const isApi = (url: string) => url.startsWith(`${basePath}/api/`) || url === `${basePath}/api`

  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const requestSession = await authenticator.authenticate(request, { isApi: false })
    request.requestSession = requestSession
    const { context } = requestSession
    const session = context.actor.isGuest || context.viewAs ? undefined : requestSession.session
    const page = await forum.budgets.answers.hold(1, () =>
      pages.render(context, { url: request.originalUrl, ...(session && { session }) }),
    )
    setSessionHeaders(reply, requestSession, jar, false)
    return reply
      .code(page.status)
      .headers({
        ...pageHeaders,
        'x-client-build': pages.build,
        ...(session && { 'cache-control': 'private, no-cache' }),
        ...locationHeader(page),
      })
      .send(page.html)
  }

  /** Which of the pages for guests the declared cookies choose. */
  const variantOf = ({ headers }: FastifyRequest) => {
    const { pageCookies } = forum.points
    const values = readPageCookies(headers.cookie, pageCookies)
    return [...pageCookies.keys()].map((name) => values[name] ?? '').join(' ')
  }

  return (request: FastifyRequest, reply: FastifyReply) => {
    const { url } = request
    if (isApi(url)) throw notFound()
    const [, path, query = ''] = endsWithSlash.exec(request.originalUrl) ?? []
    if (path !== undefined && url.split('?', 1)[0] !== `${basePath}/`)
      return reply
        .code(301)
        .headers(pageHeaders)
        .header('location', path + query)
        .send()
    const cookies = jar.read(request.headers.cookie)
    const isGuest = cookies.remember === undefined && !cookies.session?.includes('.')
    const isView = request.requestSession?.context.viewAs !== undefined
    if (!cache || isView || !isGuest || !cacheable.test(url)) return serve(request, reply)
    const locale = cookies.locale !== undefined && forum.locales.has(cookies.locale) ? cookies.locale : ''
    const key = `${locale} ${variantOf(request)} ${url}`
    const cached = cache.get(key)
    if (cached) return sendCached(request, reply, cached)
    return fillAndSend(request, reply, key, cache)
  }

  async function fillAndSend(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    into: GuestPageCache,
  ) {
    const page = await into.fill(key, async () => {
      const { context } = await authenticator.authenticate(request, { isApi: false })
      const rendered = await forum.budgets.answers.hold(1, () =>
        pages.render(withoutConnection(context), { url: request.url, isCached: true }),
      )
      const headers = {
        ...pageHeaders,
        'x-client-build': pages.build,
        vary: 'Accept-Encoding, Cookie',
        ...locationHeader(rendered),
      }
      return { ...rendered, headers }
    })
    return sendCached(request, reply, page)
  }
}

/** For an answer that several requests wait for: it must not end with the connection of the first. */
function withoutConnection(context: Context): Context {
  if (!context.client) return context
  const { connection: _, ...client } = context.client
  return { ...context, client }
}

function locationHeader({ location }: FinishedPage): { location?: string } {
  return location === undefined ? {} : { location }
}

/** Writes straight to the socket, which is fast: most visitors get a cached page. */
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
