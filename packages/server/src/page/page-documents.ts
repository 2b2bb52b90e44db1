import type { ResourceObject } from '@parley/shared'
import type { Context } from '../context.ts'
import { ForumError, notFound } from '../errors.ts'
import { errorDocument } from '../http/documents.ts'
import { parseQuery } from '../http/query.ts'
import { answer } from '../jsonapi/api.ts'

/** Documents by the API path they answer. */
export type PageDocuments = Record<string, unknown>

/**
 * Answers the API requests of a page in process, as the visitor would get them over HTTP. Expected failures are
 * error documents, so that the page can say what is wrong.
 */
export async function answerRequests(context: Context, requests: readonly string[]): Promise<PageDocuments> {
  const documents: PageDocuments = {}
  for (const request of requests) {
    try {
      documents[request] = await answerRequest(context, request)
    } catch (error) {
      if (!(error instanceof ForumError)) throw error
      documents[request] = errorDocument(error)
    }
  }
  return documents
}

async function answerRequest(context: Context, request: string): Promise<unknown> {
  const [path = '', query = ''] = request.split('?', 2)
  const [type = '', id, ...rest] = path.split('/').slice(1).map(decodeURIComponent)
  if (rest.length > 0 || !context.forum.points.resources.has(type)) throw notFound()
  const call = { type, query: parseQuery(query) }
  const { document } = await answer(
    context,
    id === undefined ? { ...call, endpoint: 'index' } : { ...call, endpoint: 'show', id },
  )
  return document
}

/** What a page shows, in the words of the guest page cache: its discussion, or lists. */
export function shownBy(documents: PageDocuments): string[] {
  const objects = Object.values(documents).map((document) => (document as { data?: unknown }).data)
  const discussions = objects.filter(
    (data): data is ResourceObject => (data as ResourceObject | undefined)?.type === 'discussions',
  )
  return discussions.length > 0 ? discussions.map(({ id }) => `discussion:${id}`) : ['lists']
}
