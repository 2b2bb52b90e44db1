import { z } from 'zod'
import { addressKey } from '../../infrastructure/limits/rate-limits.ts'
import { readFields } from '../../infrastructure/schema/problems.ts'
import { translatorOf } from '../../points/context/context.ts'
import { countAction } from '../../points/requests/rate-limits.ts'
import type { Route } from '../../points/requests/routes.ts'

/** Only these names are stored: a message could contain what a visitor has typed. */
const errorNames = [
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'DOMException',
  'ChunkLoadError',
] as const

const fields = {
  extension: z.string().max(100),
  name: z.enum(errorNames).catch('Error'),
  place: z
    .string()
    .regex(/^(?:[\w.-]{1,100}\.(?:js|tsx?):\d{1,7}:\d{1,7})?$/)
    .describe('File and position of the code that failed.'),
}

/** `POST /api/extension-errors`: browsers report that a part of an extension failed. */
export const errorReportRoute: Route = {
  method: 'POST',
  path: '/api/extension-errors',
  describes: {
    summary: 'Report that an extension failed in the browser',
    body: z.object(fields),
    answers: { 204: 'empty', 422: 'error', 429: 'error' },
  },
  async run(request, context) {
    const { forum, client } = context
    const { extension, name, place } = readFields(fields, request.body, translatorOf(context))
    await countAction(context, 'extensionErrorsPerAddress', addressKey(client?.ip ?? ''))
    // The page may be older than the change that disabled the extension.
    if (forum.extensions.enabled.includes(extension)) {
      forum.extensions.health.report(extension, { side: 'browser', place, message: name })
    }
    return { status: 204, empty: true }
  },
}
