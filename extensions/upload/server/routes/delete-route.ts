import {
  type Context,
  notFound,
  permissionDenied,
  type Route,
  translatorOf,
  validationError,
} from '@parley/server'
import { beginRemoval, cancelRemoval, endRemoval } from '../files/remove.ts'
import type { FileRow } from '../tables.ts'
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
    const file = await begin(uuid, context)
    try {
      await endRemoval(file, context)
    } catch (cause) {
      await cancelRemoval(file, context)
      const detail = translatorOf(context)('upload.api.upload_errors.not_deleted', { file: file.base_name })
      throw validationError({ problems: [{ detail, pointer: '/data/attributes/file' }], cause })
    }
    return { status: 204, empty: true }
  },
}

/** Marks the file, if the actor may delete it. One that a crash has left marked may be deleted again. */
function begin(uuid: string, context: Context): Promise<FileRow> {
  return context.forum.write(context, async (writing) => {
    const file = await lockFile(writing, uuid, { withMarked: true })
    const mayDelete = writing.actor.can('delete', typeOf(file), file)
    if (!mayDelete) throw file.removing_at === null ? permissionDenied() : notFound()
    await beginRemoval(file, writing)
    return file
  })
}
