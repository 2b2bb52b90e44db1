import { z } from 'zod'
import { notFound, permissionDenied } from '../../infrastructure/errors.ts'
import { flag } from '../../infrastructure/schema/values.ts'
import { adminPermissions } from '../../points/access/permissions.ts'
import type { Context } from '../../points/context/context.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../points/requests/routes.ts'
import { toggleExtension } from '../extensions/contract-routes.ts'

const headers = { 'cache-control': 'max-age=0, no-store' }

/** The pages of the administration area; users without a permission that opens it get 403 (api-core 1.1, 3.15). */
export const adminPageRoutes: Route[] = [
  // The last path is that of a form, too, whose other methods would be refused.
  ...['/admin', '/admin/*', '/admin/extensions/:name'].map(
    (path): Route => ({
      method: 'GET',
      path,
      describes: {
        summary: 'Show a page of the administration area',
        answers: { 200: 'page', 302: 'redirect', 403: 'error', 404: 'error' },
      },
      run: showAdminPage,
    }),
  ),
  {
    method: 'POST',
    path: '/admin/extensions/:name',
    describes: {
      summary: 'Enable or disable an extension, by a form',
      body: z.object({ enabled: flag().optional() }),
      answers: { 302: 'redirect', 403: 'error', 404: 'error', 409: 'error' },
    },
    async run(request, context) {
      await toggleExtension(request, context)
      return { status: 302, redirect: `${context.forum.baseUrl}/admin`, headers }
    },
  },
]

async function showAdminPage({ url, session }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const { actor, forum } = context
  const permissions = adminPermissions(actor, forum.points.permissions)
  if (permissions.length === 0) throw permissionDenied({ headers })
  if (!forum.pages) throw notFound({ headers })
  const page = await forum.pages.render(context, {
    url,
    session,
    area: { name: 'admin', permissions },
  })
  const { status, location, html } = page
  return location === undefined ? { status, html, headers } : { status, redirect: location, headers }
}
