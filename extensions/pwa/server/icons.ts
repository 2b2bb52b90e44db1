import {
  answerRow,
  type Context,
  notFound,
  oneUpload,
  type Picture,
  putPicture,
  type Route,
  removePicture,
  requireAdministrator,
} from '@parley/server'
import { z } from 'zod'
import { iconSizes } from '../shared.ts'
import { iconName } from './settings.ts'

const path = '/api/pwa/logo/:size'

/** @throws 403 for other actors than administrators, then 404 for other sizes. */
function iconOf(sent: string | undefined, context: Context): Picture {
  requireAdministrator(context)
  const size = iconSizes.find((known) => String(known) === sent)
  if (size === undefined) throw notFound()
  const name = iconName(size)
  return {
    name,
    setting: `askvortsov-pwa.icon_${size}_path`,
    path: name,
    size: { stretch: { width: size, height: size } },
  }
}

const put: Route = {
  method: 'POST',
  path,
  uploads: { ...oneUpload, authorize: ({ params }, context) => void iconOf(params.size, context) },
  describes: {
    summary: 'Set an icon of the app',
    body: z.object({ 'pwa-icon-48x48': z.file().optional() }),
    answers: { 200: { resource: 'forums' }, 403: 'error', 404: 'error', 422: 'error' },
  },
  document: { type: 'forums' },
  async run(request, context) {
    const icon = iconOf(request.params.size, context)
    await putPicture(
      context,
      icon,
      request.files.find(({ field }) => field === icon.name),
    )
    return answerRow(request, { ...context, cache: new Map(), isCommitted: true }, 1)
  },
}

const remove: Route = {
  method: 'DELETE',
  path,
  describes: { summary: 'Remove an icon of the app', answers: { 204: 'empty', 403: 'error', 404: 'error' } },
  async run({ params }, context) {
    await removePicture(context, iconOf(params.size, context))
    return { status: 204, empty: true }
  },
}

export const iconRoutes: readonly Route[] = [put, remove]
