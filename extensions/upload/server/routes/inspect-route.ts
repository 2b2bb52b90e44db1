import { defineError, type Route, translatorOf } from '@parley/server'
import { z } from 'zod'
import { examineFile } from '../examining/examine.ts'
import { largestKilobytes } from '../limits.ts'
import { checkFile } from '../receiving/check.ts'
import { requireAdministrator } from '../rights.ts'

const invalidParameter = defineError('invalid_parameter', 400)

const found = z.object({
  laravel_validation: z.boolean().describe('Whether the file may be uploaded.'),
  laravel_validation_error: z.string().optional().describe('Why it may not.'),
  mime_detector: z
    .string()
    .optional()
    .describe('The media type by the whole content; absent if it is not known.'),
  php_mime: z.string().optional().describe('The same.'),
  guessed_extension: z.string().optional(),
})

/** `POST /api/fof/upload/inspect-mime`: tells administrators what the forum makes of a file. It is not stored. */
export const inspectRoute: Route = {
  method: 'POST',
  path: '/api/fof/upload/inspect-mime',
  uploads: {
    files: 1,
    bytes: largestKilobytes * 1024,
    toDisk: { limits: ({ forum }) => ({ bytes: forum.settings.get('fof-upload.maxFileSize') * 1024 }) },
    authorize: (_request, context) => requireAdministrator(context),
  },
  describes: {
    summary: 'Say what the forum makes of a file',
    body: z.object({ 'files[]': z.array(z.file()) }),
    answers: { 200: { json: found }, 400: 'error', 403: 'error', 413: 'error' },
  },
  async run({ drafts }, context) {
    const [sent] = drafts
    if (!sent) {
      const detail = translatorOf(context)('upload.api.upload_errors.no_files_made_it_to_upload')
      throw invalidParameter({ problems: [{ detail, pointer: '/data/attributes/files' }] })
    }
    const detected = await examineFile(sent.draft.location, context)
    const refused = await checkFile(sent, context).then(
      () => undefined,
      (error: unknown) => {
        const { status, problems } = error as { status?: number; problems?: { detail?: string }[] }
        if (status !== 422) throw error
        return problems?.[0]?.detail ?? ''
      },
    )
    const json: z.infer<typeof found> = {
      laravel_validation: refused === undefined,
      ...(refused !== undefined && { laravel_validation_error: refused }),
      ...(detected && { mime_detector: detected.type, php_mime: detected.type }),
      ...(detected?.extension && { guessed_extension: detected.extension }),
    }
    return { status: 200, json }
  },
}
