import { z } from 'zod'
import { documentAnswer } from '../../engine/http/endpoint.ts'
import { extensionFailed, notFound, validationError } from '../../infrastructure/errors.ts'
import { flag, isTruthy } from '../../infrastructure/schema/values.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../points/requests/routes.ts'
import {
  additionsIn,
  describeExtension,
  describeExtensions,
  extensionDetailSchema,
  extensionSchema,
} from './describe.ts'
import { previewOf, previewSchema } from './preview.ts'

const stateSchema = z.object({
  safeMode: z.enum(['off', 'on', 'forced']),
  /** Whether other visitors get 503: in safe mode, and while an extension fails that may hide things. */
  isForAdministratorsOnly: z.boolean(),
})
const listSchema = z.object({
  data: z.array(z.object({ type: z.literal('extensions'), id: z.string(), attributes: extensionSchema })),
  meta: stateSchema,
})
const purgeBody = z.object({
  name: z.string().describe('The id of the extension, typed by the administrator.'),
  backup: flag().optional().describe('Writes its data to a file in the data folder first.'),
})
const purgedSchema = z.object({ backup: z.object({ file: z.string(), rows: z.int() }).nullable() })

/** Routes for the page of administrators. */
export const adminRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/admin/extensions',
    describes: {
      summary: 'List the installed extensions with what they add and how they are',
      answers: { 200: { document: listSchema }, 403: 'error' },
    },
    run: listExtensions,
  },
  {
    method: 'GET',
    path: '/api/admin/extensions/:name',
    describes: {
      summary: 'Show an installed extension with its latest errors',
      answers: {
        200: {
          type: 'extensions',
          attributes: extensionSchema.extend(extensionDetailSchema.shape),
        },
        403: 'error',
        404: 'error',
      },
    },
    async run({ params: { name = '' } }, context) {
      requireAdministrator(context)
      const described = await describeExtension(context, name)
      if (!described) throw notFound()
      const { id, ...attributes } = described
      return documentAnswer(200, { data: { type: 'extensions', id, attributes } })
    },
  },
  {
    method: 'GET',
    path: '/api/admin/extensions/:name/preview',
    describes: {
      summary: 'Show what it changes to enable a disabled extension, or to disable an enabled one',
      answers: {
        200: { type: 'extension-previews', attributes: previewSchema },
        403: 'error',
        404: 'error',
        409: 'error',
      },
    },
    run: showPreview,
  },
  {
    method: 'POST',
    path: '/api/admin/extensions/:name/purge',
    describes: {
      summary: 'Disable an extension and delete what it has stored, after a backup',
      body: purgeBody,
      answers: { 200: { json: purgedSchema }, 403: 'error', 404: 'error', 409: 'error', 422: 'error' },
    },
    run: purgeExtension,
  },
]

async function listExtensions(_request: RouteRequest, context: Context): Promise<RouteAnswer> {
  requireAdministrator(context)
  const { extensions, isForAdministratorsOnly } = context.forum
  const described = await describeExtensions(context)
  return documentAnswer(200, {
    data: described.map(({ id, ...attributes }) => ({ type: 'extensions', id, attributes })),
    meta: { safeMode: extensions.safeMode, isForAdministratorsOnly },
  })
}

async function showPreview({ params }: RouteRequest, context: Context): Promise<RouteAnswer> {
  requireAdministrator(context)
  const extension = findExtension(params, context)
  const additions = await additionsIn(context, extension)
  if (!additions) throw extensionFailed({ problems: [{ detail: extension.fault ?? extension.title }] })
  const attributes = await previewOf(context, extension, additions)
  return documentAnswer(200, { data: { type: 'extension-previews', id: extension.id, attributes } })
}

async function purgeExtension({ params, body }: RouteRequest, context: Context): Promise<RouteAnswer> {
  requireAdministrator(context)
  const { id } = findExtension(params, context)
  if (body.name !== id) {
    const detail = translatorOf(context)('core.api.extension_name_mismatch_message', { name: id })
    throw validationError({ problems: [{ detail, pointer: '/data/attributes/name' }] })
  }
  const backup = await context.forum.extensions.purge(id, context, { backup: isTruthy(body.backup) })
  return { status: 200, json: { backup: backup ?? null } }
}

function findExtension({ name }: RouteRequest['params'], { forum }: Context): InstalledExtension {
  const extension = forum.extensions.installed.find(({ id }) => id === name)
  if (!extension) throw notFound()
  return extension
}
