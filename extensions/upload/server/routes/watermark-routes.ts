import { answerRow, oneUpload, type Picture, putPicture, type Route, removePicture } from '@parley/server'
import { z } from 'zod'
import { requireAdministrator } from '../rights.ts'

const path = '/api/fof/watermark'

/** What is put onto uploaded pictures: never larger than a screen. */
const watermark: Picture = {
  name: 'fof-watermark',
  setting: 'fof-watermark_path',
  path: 'fof-upload-watermark',
  size: { within: { width: 2000, height: 2000 } },
}

const put: Route = {
  method: 'POST',
  path,
  uploads: { ...oneUpload, authorize: (_request, context) => requireAdministrator(context) },
  describes: {
    summary: 'Set the watermark',
    body: z.object({ 'fof-watermark': z.file() }),
    answers: { 200: { resource: 'forums' }, 403: 'error', 422: 'error' },
  },
  document: { type: 'forums' },
  async run(request, context) {
    const file = request.files.find(({ field }) => field === watermark.name)
    await putPicture(context, watermark, file)
    return answerRow(request, { ...context, cache: new Map(), isCommitted: true }, 1)
  },
}

const remove: Route = {
  method: 'DELETE',
  path,
  describes: { summary: 'Remove the watermark', answers: { 204: 'empty', 403: 'error' } },
  async run(_request, context) {
    requireAdministrator(context)
    await removePicture(context, watermark)
    return { status: 204, empty: true }
  },
}

export const watermarkRoutes: readonly Route[] = [put, remove]
