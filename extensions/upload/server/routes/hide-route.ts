import {
  answerRow,
  type Context,
  notAuthenticated,
  permissionDenied,
  type Route,
  translatorOf,
  validationError,
} from '@parley/server'
import { z } from 'zod'
import { toggleHidden } from '../files/hide.ts'
import { refreshPosts } from '../posts/refresh.ts'
import type { FileRow } from '../tables.ts'
import { findFile, typeOf } from './find-file.ts'

/** `PATCH /api/fof/upload/hide`: hides a file, or shows it again. A shared one loses its public address while it is hidden. */
export const hideRoute: Route = {
  method: 'PATCH',
  path: '/api/fof/upload/hide',
  describes: {
    summary: 'Hide an uploaded file, or show it again',
    body: z.object({ uuid: z.string() }),
    answers: {
      200: { resource: 'files' },
      401: 'error',
      403: 'error',
      404: 'error',
      409: 'error',
      422: 'error',
    },
  },
  async run(request, context) {
    if (context.actor.isGuest) throw notAuthenticated()
    const uuid = uuidOf(request.body.uuid, context)
    const check = (file: FileRow) => {
      if (!context.actor.can('hide', typeOf(file), file)) throw permissionDenied()
    }
    const known = await findFile(context, uuid)
    check(known)
    const file = await toggleHidden(known, check, context)
    if (file.shared) await refreshPosts(file.id, context)
    return answerRow(
      { ...request, document: { type: typeOf(file) } },
      { ...context, cache: new Map(), isCommitted: true },
      file.id,
    )
  },
}

function uuidOf(sent: unknown, context: Context): string {
  if (typeof sent === 'string' && sent !== '') return sent
  const detail = translatorOf(context)('upload.api.uuid_empty_message')
  throw validationError({ problems: [{ detail, pointer: '/data/attributes/uuid' }] })
}
