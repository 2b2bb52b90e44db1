import { oneUpload, type Route, storeExtensionPicture, type WriteContext } from '@parley/server'
import { z } from 'zod'
import { requireAdministrator } from './require-administrator.ts'
import type { CustomEmojiRow } from './table.ts'

/** How the paths of uploaded pictures begin, below the base URL and in the file store. */
const folder = { path: '/assets/', file: 'extensions/emoji/' }

/** Twice the size at which posts show them, for screens with many dots. */
const within = { width: 128, height: 128 }

/** `POST /api/emoji/pictures`: stores a picture for a custom emoji that is created or changed next. */
export const uploadRoute: Route = {
  method: 'POST',
  path: '/api/emoji/pictures',
  uploads: { ...oneUpload, authorize: (_request, context) => requireAdministrator(context) },
  describes: {
    summary: 'Store the picture of a custom emoji',
    body: z.object({ picture: z.file() }),
    answers: { 201: { json: z.object({ path: z.string() }) }, 403: 'error', 422: 'error' },
  },
  async run({ files }, context) {
    const file = files.find(({ field }) => field === 'picture')
    const stored = await storeExtensionPicture(context, file, {
      extension: 'emoji',
      name: 'custom',
      field: 'picture',
      size: { within },
    })
    return { status: 201, json: { path: `${folder.path}${stored}` } }
  },
}

/** Deletes the file of an uploaded picture after commit, unless another emoji has it, too. */
export async function dropPicture({ path }: CustomEmojiRow, context: WriteContext): Promise<void> {
  const start = `${folder.path}${folder.file}`
  const name = path.startsWith(start) ? path.slice(start.length) : ''
  if (!/^custom-[a-z\d]+\.png$/.test(name)) return
  const other = await context.db
    .selectFrom('custom_emojis')
    .select('id')
    .where('path', '=', path)
    .executeTakeFirst()
  if (!other) context.afterCommit(() => context.forum.files.delete(`${folder.file}${name}`))
}
