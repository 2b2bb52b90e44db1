import { notFound } from '../errors.ts'
import { customStylePath, customStyleVersion } from '../http/styles.ts'
import type { Route } from '../points/routes.ts'

/** The style sheet that administrators wrote. */
export const customStyleRoute: Route = {
  method: 'GET',
  path: customStylePath,
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
