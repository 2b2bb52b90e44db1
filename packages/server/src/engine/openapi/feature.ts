import { z } from 'zod'
import type { Forum } from '../../points/context/context.ts'
import { defineExtension } from '../../points/extension.ts'
import { openApiDocument } from './document.ts'

const texts = new WeakMap<Forum, string>()

/** Serves the description of the API: `GET /api/openapi.json`. */
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
        // The document changes with the enabled extensions.
        headers: { 'cache-control': 'public, no-cache' },
      }),
    },
  ],
})

/** The document as JSON, cached for each build of the forum. */
function textOf(forum: Forum): string {
  const cached = texts.get(forum)
  if (cached !== undefined) return cached
  const text = JSON.stringify(openApiDocument(forum))
  texts.set(forum, text)
  return text
}
