import { z } from 'zod'
import { documentAnswer } from '../../engine/http/endpoint.ts'
import { answer } from '../../engine/jsonapi/api.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import { defineExtension } from '../../points/extension.ts'
import type { Route } from '../../points/requests/routes.ts'
import { oneUpload } from '../../points/requests/uploads.ts'
import { iconRoute } from './icon-route.ts'
import { forumPictures, type Picture, putPicture, removePicture } from './pictures.ts'
import { settingPictureRoutes } from './setting-pictures.ts'

declare module '../../points/events/audit.ts' {
  interface AuditActions {
    'logo.changed': { file: string }
    'favicon.changed': { file: string }
  }
}

const fields = { file: { label: 'core.audit.file_label' } } as const

/** The forum's logo and icon (api-core 3.11), pictures that are settings, and icons by their names. */
export const appearanceFeature = defineExtension({
  audit: {
    'logo.changed': { text: 'core.audit.logo_changed_text', fields },
    'favicon.changed': { text: 'core.audit.favicon_changed_text', fields },
  },
  routes: [...Object.values(forumPictures).flatMap(routesOf), ...settingPictureRoutes, iconRoute],
})

function routesOf(picture: Picture): Route[] {
  const path = `/api/${picture.name}`
  return [
    {
      method: 'POST',
      path,
      uploads: { ...oneUpload, authorize: (_request, context) => requireAdministrator(context) },
      describes: {
        summary: `Set the forum’s ${picture.name}`,
        body: z.object({ [picture.name]: z.file() }),
        answers: { 200: { resource: 'forums' }, 403: 'error', 422: 'error' },
      },
      async run({ files }, context) {
        await putPicture(
          context,
          picture,
          files.find(({ field }) => field === picture.name),
        )
        const uncached = { ...context, cache: new Map() }
        const { document } = await answer(uncached, { type: 'forums', endpoint: 'show', id: '1', query: {} })
        return documentAnswer(200, document)
      },
    },
    {
      method: 'DELETE',
      path,
      describes: { summary: `Remove the forum’s ${picture.name}`, answers: { 204: 'empty', 403: 'error' } },
      async run(_request, context) {
        requireAdministrator(context)
        await removePicture(context, picture)
        return { status: 204, empty: true }
      },
    },
  ]
}
