import {
  type Context,
  findRow,
  notFound,
  type PostRow,
  permissionDenied,
  type Route,
  type RouteAnswer,
  timestamp,
} from '@parley/server'
import { keptAt } from '../files/addresses.ts'
import { mayDownload } from '../rights.ts'
import type { FileRow } from '../tables.ts'
import { findFile } from './find-file.ts'

const answers = { 200: { text: 'application/force-download' }, 403: 'error', 404: 'error' } as const

/** `GET /api/fof/download/{uuid}/{post}/{csrf}`: a file of a post, for its readers and from the pages of the forum only. */
const ofPost: Route = {
  method: 'GET',
  path: '/api/fof/download/:uuid/:post/:csrf',
  describes: { summary: 'Download a file of a post', answers },
  async run({ params: { uuid = '', post = '', csrf }, session }, context) {
    requireRight(context)
    const { settings } = context.forum
    if (!settings.get('fof-upload.disableHotlinkProtection') && !session.accepts(csrf)) throw notFound()
    if (!/^\d{1,15}$/.test(post)) throw notFound()
    const file = await findFile(context, uuid)
    return download(file, await findRow(context, 'posts', Number(post)), context)
  },
}

/** `GET /api/fof/download/{uuid}`: a file, for all who download. */
const ofAll: Route = {
  method: 'GET',
  path: '/api/fof/download/:uuid',
  describes: { summary: 'Download a file', answers },
  async run({ params: { uuid = '' } }, context) {
    requireRight(context)
    return download(await findFile(context, uuid), undefined, context)
  },
}

function requireRight({ actor }: Context): void {
  if (!mayDownload(actor)) throw permissionDenied()
}

async function download(file: FileRow, post: PostRow | undefined, context: Context): Promise<RouteAnswer> {
  const place = keptAt(file, context)
  if (!place) throw notFound()
  if (!context.forum.settings.get('fof-upload.disableDownloadLogging')) await record(file, post, context)
  return {
    status: 200,
    storedFile: place.path,
    from: place.store,
    saveAs: file.base_name,
    headers: { 'content-type': 'application/force-download' },
  }
}

/** Stores who downloaded what. The row has no address and no token. */
async function record(file: FileRow, post: PostRow | undefined, context: Context): Promise<void> {
  const { actor } = context
  await context.forum.write(context, async ({ db }) => {
    await db
      .insertInto('fof_upload_downloads')
      .values({
        file_id: file.id,
        post_id: post?.id ?? null,
        discussion_id: post?.discussion_id ?? null,
        actor_id: actor.isGuest ? null : actor.id,
        downloaded_at: timestamp(context),
      })
      .execute()
  })
}

export const downloadRoutes: readonly Route[] = [ofPost, ofAll]
