import {
  problemOf,
  type Route,
  requireAdministrator,
  text,
  translatorOf,
  validationError,
} from '@parley/server'
import { z } from 'zod'
import { longestContent } from './fields.ts'
import { htmlToShow } from './html.ts'

const contentSchema = text({ max: longestContent })

/** `POST /api/pages/preview`: how a page in HTML will look, for its editor. Nothing is stored. */
export const previewRoute: Route = {
  method: 'POST',
  path: '/api/pages/preview',
  describes: {
    summary: 'Show how a page in HTML will look',
    body: z.object({ content: contentSchema }),
    answers: {
      200: { json: z.object({ html: z.string().describe('HTML that is safe to insert.') }) },
      403: 'error',
      422: 'error',
    },
  },
  run(request, context) {
    requireAdministrator(context)
    const { success, data } = contentSchema.safeParse(request.body.content)
    if (!success) {
      const rule = request.body.content ? 'string' : 'required'
      throw validationError({ problems: [problemOf(rule, 'content', translatorOf(context))] })
    }
    return { status: 200, json: { html: htmlToShow(data, context) } }
  },
}
