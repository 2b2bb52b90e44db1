import { z } from 'zod'
import { notFound } from '../../infrastructure/errors.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import { oneUpload } from '../../points/requests/uploads.ts'
import { filesFolderOf } from '../extensions/files-folder.ts'
import { type Picture, putPicture, removePicture } from './pictures.ts'

const path = '/api/admin/settings/:key/picture'

/** Sets and removes the picture of any setting whose field is one. */
export const settingPictureRoutes: readonly Route[] = [
  {
    method: 'POST',
    path,
    uploads: { ...oneUpload, authorize: (_request, context) => requireAdministrator(context) },
    describes: {
      summary: 'Set the picture of a setting',
      body: z.object({ picture: z.file() }),
      answers: { 204: 'empty', 403: 'error', 404: 'error', 422: 'error' },
    },
    async run({ params, files }, context) {
      await putPicture(
        context,
        pictureOf(params.key, context),
        files.find(({ field }) => field === 'picture'),
      )
      return { status: 204, empty: true }
    },
  },
  {
    method: 'DELETE',
    path,
    describes: {
      summary: 'Remove the picture of a setting',
      answers: { 204: 'empty', 403: 'error', 404: 'error' },
    },
    async run({ params }, context) {
      requireAdministrator(context)
      await removePicture(context, pictureOf(params.key, context))
      return { status: 204, empty: true }
    },
  },
]

/** @throws 404 unless the setting is a picture that has no route of its own. */
function pictureOf(key = '', { forum }: Context): Picture {
  const { form, owner = '' } = forum.points.settings.get(key) ?? {}
  if (form?.field.kind !== 'picture' || form.field.upload !== undefined) throw notFound()
  // A part of an extension that depends on another has both ids. The folder is deleted with what the extension stores.
  const folder = filesFolderOf(owner.split('+')[0] ?? owner)
  return {
    name: key,
    setting: key,
    path: `${folder}/${key.replace(/\W+/g, '-')}`,
    size: { within: form.field.within },
  }
}
