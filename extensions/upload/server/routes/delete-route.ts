import { permissionDenied, type Route, translatorOf, validationError } from '@parley/server'
import { keptAt } from '../files/addresses.ts'
import { countFiles } from '../users/counts.ts'
import { typeOf } from './find-file.ts'
import { lockFile } from './lock-file.ts'

/** `DELETE /api/fof/upload/delete/{uuid}`: deletes a file for ever. */
export const deleteRoute: Route = {
  method: 'DELETE',
  path: '/api/fof/upload/delete/:uuid',
  describes: {
    summary: 'Delete an uploaded file',
    answers: { 204: 'empty', 403: 'error', 404: 'error', 422: 'error' },
  },
  async run({ params: { uuid = '' } }, context) {
    await context.forum.write(context, async (writing) => {
      const file = await lockFile(writing, uuid)
      if (!writing.actor.can('delete', typeOf(file), file)) throw permissionDenied()
      await writing.db.deleteFrom('fof_upload_files').where('id', '=', file.id).execute()
      countFiles(writing, file.actor_id, { all: -1, shown: file.hidden ? 0 : -1 })
      const place = keptAt(file, context)
      if (!place) return
      // A row without bytes can be deleted again; bytes without a row would stay.
      await place.store.delete(place.path).catch((cause: unknown) => {
        const detail = translatorOf(context)('upload.api.upload_errors.not_deleted', { file: file.base_name })
        throw validationError({ problems: [{ detail, pointer: '/data/attributes/file' }], cause })
      })
    })
    return { status: 204, empty: true }
  },
}
