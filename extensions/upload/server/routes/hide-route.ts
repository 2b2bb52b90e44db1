import {
  answerRow,
  type Context,
  notAuthenticated,
  permissionDenied,
  type Route,
  translatorOf,
  validationError,
  type WriteContext,
} from '@parley/server'
import { z } from 'zod'
import { addressOf, type Method, storedAt } from '../files/addresses.ts'
import type { FileRow } from '../tables.ts'
import { countFiles } from '../users/counts.ts'
import { typeOf } from './find-file.ts'
import { lockFile } from './lock-file.ts'

/** `PATCH /api/fof/upload/hide`: hides a file, or shows it again. A shared one loses its public address while it is hidden. */
export const hideRoute: Route = {
  method: 'PATCH',
  path: '/api/fof/upload/hide',
  describes: {
    summary: 'Hide an uploaded file, or show it again',
    body: z.object({ uuid: z.string() }),
    answers: { 200: { resource: 'files' }, 401: 'error', 403: 'error', 404: 'error', 422: 'error' },
  },
  async run(request, context) {
    if (context.actor.isGuest) throw notAuthenticated()
    const uuid = uuidOf(request.body.uuid, context)
    const file = await toggle(uuid, context)
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

/** Changes whether a file is hidden. The bytes move back if the change is not stored. */
async function toggle(uuid: string, context: Context): Promise<FileRow> {
  const { files } = context.forum
  let moved: { from: string; to: string } | undefined
  try {
    return await context.forum.write(context, async (writing) => {
      const file = await lockFile(writing, uuid)
      if (!writing.actor.can('hide', typeOf(file), file)) throw permissionDenied()
      const from = storedAt(file)
      const changed = await store(file, writing)
      const to = storedAt(changed)
      if (from !== undefined && to !== undefined && from !== to) {
        await files.move(from, to)
        moved = { from, to }
      }
      return changed
    })
  } catch (error) {
    if (moved) await files.move(moved.to, moved.from)
    throw error
  }
}

async function store(file: FileRow, context: WriteContext): Promise<FileRow> {
  const hidden = !file.hidden
  const values = {
    hidden,
    ...(file.shared && storedAt(file) !== undefined && placeOf(file, hidden, context)),
  }
  await context.db.updateTable('fof_upload_files').set(values).where('id', '=', file.id).execute()
  countFiles(context, file.actor_id, { all: 0, shown: hidden ? -1 : 1 })
  return { ...file, ...values }
}

/** Where a shared file is kept. */
function placeOf({ path, uuid }: FileRow, hidden: boolean, context: Context) {
  const method: Method = hidden ? 'private-shared' : 'local'
  return { upload_method: method, url: addressOf({ method, path: path ?? '', uuid }, context) }
}
