import { z } from 'zod'
import { documentAnswer } from '../../engine/http/endpoint.ts'
import { notFound } from '../../infrastructure/errors.ts'
import { flag, isTruthy } from '../../infrastructure/schema/values.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'
import type { Route, RouteRequest } from '../../points/requests/routes.ts'
import { readMeIn } from './read-me.ts'

/** Routes that enable, disable, remove and describe extensions (api-core 3.13). */
export const extensionRoutes: Route[] = [
  {
    method: 'PATCH',
    path: '/api/extensions/:name',
    describes: {
      summary: 'Enable or disable an extension',
      body: z.object({ enabled: flag().optional() }),
      answers: { 204: 'empty', 403: 'error', 404: 'error', 409: 'error' },
    },
    async run(request, context) {
      await toggleExtension(request, context)
      return { status: 204, empty: true }
    },
  },
  {
    method: 'DELETE',
    path: '/api/extensions/:name',
    describes: {
      summary: 'Disable an extension and delete its data',
      answers: { 204: 'empty', 403: 'error', 409: 'error' },
    },
    async run({ params: { name = '' } }, context) {
      requireAdministrator(context)
      await context.forum.extensions.purge(name, context)
      return { status: 204, empty: true }
    },
  },
  {
    method: 'GET',
    path: '/api/extension-readmes/:name',
    describes: {
      summary: 'Show the readme of an extension',
      answers: {
        200: { type: 'extension-readmes', attributes: z.object({ content: z.string().nullable() }) },
        403: 'error',
        404: 'error',
      },
    },
    async run({ params: { name = '' } }, context) {
      requireAdministrator(context)
      const { forum } = context
      const extension = forum.extensions.installed.find(({ id }) => id === name)
      if (!extension) throw notFound()
      const source = await readMeIn(extension.folder)
      const content = source === undefined ? null : forum.markup.renderHtml(source)
      return documentAnswer(200, { data: { type: 'extension-readmes', id: name, attributes: { content } } })
    },
  },
]

/** Enables or disables an extension; without `enabled` nothing changes. */
export async function toggleExtension(
  { params: { name = '' }, body: { enabled } }: RouteRequest,
  context: Context,
): Promise<void> {
  requireAdministrator(context)
  const { extensions } = context.forum
  if (!extensions.installed.some(({ id }) => id === name)) throw notFound()
  if (enabled === undefined || enabled === null) return
  await (isTruthy(enabled) ? extensions.enable(name, context) : extensions.disable(name, context))
}
