import { z } from 'zod'
import type { Forum } from '../../points/context/context.ts'
import { defineExtension } from '../../points/extension.ts'
import { openApiDocument } from './document.ts'

const texts = new WeakMap<Forum, string>()

/** Tells programs what there is: `GET /api/openapi.json`. */
export const openApiFeature = defineExtension({
  routes: [
    {
      method: 'GET',
      path: '/api/openapi.json',
      isPublic: true,
      describes: {
        summary: 'Describe this API',
        answers: { 200: { json: z.record(z.string(), z.unknown()) } },
      },
      run: (_request, { forum }) => ({
        status: 200,
        text: textOf(forum),
        contentType: 'application/json',
        // It changes with the extensions that are enabled.
        headers: { 'cache-control': 'public, no-cache' },
      }),
    },
  ],
})

/** Of this build of the forum; the next one has its own. */
function textOf(forum: Forum): string {
  const known = texts.get(forum)
  if (known !== undefined) return known
  const text = JSON.stringify(openApiDocument(forum))
  texts.set(forum, text)
  return text
}
