import { type Route, translatorOf, validationError } from '@parley/server'
import { z } from 'zod'
import { answerFiles, storeReceived } from '../receiving/route.ts'
import { forget, resumablePath, wholeUpload } from './tus.ts'

const input = z.object({
  name: z.string().min(1).max(1000),
  shared: z.boolean().default(false),
  hidden: z.boolean().default(false),
})

/** `POST /api/upload/resumable/{id}/file`: checks and stores an upload that is whole, as `POST /api/fof/upload` does. */
export const finishRoute: Route = {
  method: 'POST',
  path: `${resumablePath}/:id/file`,
  describes: {
    summary: 'Make a file of an upload that was sent in pieces',
    body: input,
    answers: { 200: { resources: 'files' }, 403: 'error', 404: 'error', 422: 'error' },
  },
  async run(request, context) {
    const sent = input.safeParse(request.body)
    if (!sent.success) {
      const detail = translatorOf(context)('upload.api.name_message')
      throw validationError({ problems: [{ detail, pointer: '/data/attributes/name' }] })
    }
    const { name, ...options } = sent.data
    const id = request.params.id ?? ''
    const { size, location } = await wholeUpload(id, context)
    const draft = { size, location, discard: () => forget(id, context) }
    try {
      const ids = await storeReceived(
        [{ field: 'files[]', name, type: '', draft, isTooLarge: false }],
        options,
        context,
      )
      return await answerFiles(request, options, ids, context)
    } finally {
      await draft.discard()
    }
  },
}
