import { customStylePath, customStyleVersion } from '../../engine/http/html/styles.ts'
import { notFound } from '../../infrastructure/errors.ts'
import { text } from '../../infrastructure/schema/values.ts'
import type { Route } from '../../points/requests/routes.ts'

/** Serves the administrators' style sheet. */
export const customStyleRoute: Route = {
  method: 'GET',
  path: customStylePath,
  describes: {
    summary: 'Show the administrators’ style sheet',
    query: { v: text().optional().describe('Version; an answer for the current one may be cached forever.') },
    answers: { 200: { text: 'text/css' }, 304: 'empty', 404: 'error' },
  },
  run({ query }, { forum }) {
    const css = forum.settings.get('custom_less')
    if (!css) throw notFound()
    const isVersion = query.v === customStyleVersion(css)
    const cacheControl = isVersion ? 'public, max-age=31536000, immutable' : 'no-cache'
    return {
      status: 200,
      text: css,
      contentType: 'text/css; charset=utf-8',
      headers: { 'cache-control': cacheControl },
    }
  },
}
