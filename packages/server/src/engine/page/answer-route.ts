import { notFound, viewAsUnavailable } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import type { Session } from '../../points/requests/session.ts'
import { askThrottles } from '../../points/requests/throttles.ts'
import { parseQuery } from '../http/query.ts'

/** A GET request to a declared route, in process. */
export interface RouteCall {
  route: Route
  params: Readonly<Record<string, string>>
  /** Path and query below the base path. */
  url: string
  /** Undefined for a page that is the same for all guests. */
  session: Session | undefined
}

/**
 * Answers a GET request to a declared route in process, with the checks of a request over HTTP. A page without a session
 * has only what routes declare as documents, which depend on the actor alone.
 * @returns the document.
 * @throws what the route throws, or 404.
 */
export async function answerRoute(
  context: Context,
  { route, params, url, session }: RouteCall,
): Promise<unknown> {
  if (!session && !route.document) throw notFound()
  if (context.viewAs && !route.isInViews) throw viewAsUnavailable()
  if (route.name) await askThrottles(context, { endpoint: route.name, attributes: {} })
  const [, query = ''] = url.split('?', 2)
  const answer = await route.run(
    {
      url: context.forum.basePath + url,
      params,
      query: parseQuery(query),
      body: {},
      isForm: false,
      files: [],
      drafts: [],
      session: session ?? noSession,
      ...(route.document && { document: route.document }),
    },
    context,
  )
  if ('json' in answer) return answer.json
  throw notFound()
}

function refuse(): never {
  throw new Error('This page is the same for all guests, so it has no session')
}

const noSession: Session = {
  get csrfToken() {
    return refuse()
  },
  accessTokenId: undefined,
  accepts: () => false,
  sign: () => undefined,
  hasSigned: () => false,
  logIn: refuse,
  logOut: refuse,
  flash: refuse,
  takeFlash: () => [],
}
