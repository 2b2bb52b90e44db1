import { z } from 'zod'
import { notFound, permissionDenied } from '../../infrastructure/errors.ts'
import { flag } from '../../infrastructure/schema/values.ts'
import type { Route } from '../../points/requests/routes.ts'
import { toggleExtension } from './extension-routes.ts'

const headers = { 'cache-control': 'max-age=0, no-store' }

/** Pages of administrators that need no script; all other users get 403 (api-core 1.1, 3.15). */
export const adminPageRoutes: Route[] = [
  {
    method: 'GET',
    path: '/admin',
    describes: {
      summary: 'Refuse users who are not administrators',
      answers: { 403: 'error', 404: 'error' },
    },
    run(_request, { actor }) {
      throw actor.can('administrate') ? notFound({ headers }) : permissionDenied({ headers })
    },
  },
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
