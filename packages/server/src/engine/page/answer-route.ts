import { notFound } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import type { Session } from '../../points/requests/session.ts'
import { parseQuery } from '../http/query.ts'

/** Answers a GET request to a declared route in process. `url` is below the base path. @returns the document. @throws what the route throws, or 404. */
export async function answerRoute(context: Context, url: string, session: Session): Promise<unknown> {
  const [path = '', query = ''] = url.split('?', 2)
  const request = { url, query: parseQuery(query), body: {}, isForm: false, files: [], session }
  for (const route of context.forum.points.routes) {
    const params = route.method === 'GET' ? paramsOf(route, path) : undefined
    if (!params) continue
    const answer = await route.run({ ...request, params }, context)
    if ('json' in answer) return answer.json
  }
  throw notFound()
}

/** The parameters of a path; undefined if the path is another route's. */
function paramsOf(route: Route, path: string): Record<string, string> | undefined {
  const pattern = route.path.split('/')
  const parts = path.split('/')
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const part = decodeURIComponent(parts[index] ?? '')
    if (expected.startsWith(':')) params[expected.slice(1)] = part
    else if (expected !== part) return undefined
  }
  return params
}
