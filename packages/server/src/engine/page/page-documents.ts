import { ForumError, notFound } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'
import { errorDocument } from '../http/answers/documents.ts'
import { parseQuery } from '../http/query.ts'
import { answer } from '../jsonapi/api.ts'
import { parsePage } from '../jsonapi/query.ts'
import { StreamedDocument, type WholeDocument } from '../jsonapi/streamed.ts'
import { type BoundedDocument, boundedDocument, type PagePlace } from './bounded-document.ts'

/** Documents by the API path they answer. */
export type PageDocuments = Record<string, unknown>

/** The documents of a page, and the memory that is reserved for them: release it when the page is drawn. */
export interface AnsweredRequests {
  documents: PageDocuments
  release(): void
}

/**
 * Answers the API requests of a page in process, as the visitor would get them over HTTP but for long texts, which have
 * less room (`boundedDocument`). Expected failures are error documents, so that the page can say what is wrong.
 * @throws `busy` where long texts would have to wait too long.
 */
export async function answerRequests(
  context: Context,
  requests: readonly string[],
): Promise<AnsweredRequests> {
  const documents: PageDocuments = {}
  const bounded = new Map<string, BoundedDocument>()
  for (const request of requests) {
    try {
      const answered = await answerRequest(context, request)
      if (answered instanceof StreamedDocument) {
        const rest = await restOf(context, request, answered)
        bounded.set(request, boundedDocument(answered, placeOf(request), rest))
      }
      // The order of the documents is that of the requests.
      documents[request] = answered
    } catch (error) {
      if (!(error instanceof ForumError)) throw error
      documents[request] = errorDocument(error)
    }
  }
  if (bounded.size === 0) return { documents, release: () => {} }
  // All of it at once: pages that held a part and waited for the rest would wait for each other.
  const cost = [...bounded.values()].reduce((sum, document) => sum + document.cost, 0)
  const reservation = await context.forum.budgets.bytes.reserve(cost)
  try {
    for (const [request, document] of bounded) documents[request] = await document.load()
  } catch (error) {
    reservation.release()
    throw error
  }
  return { documents, release: () => reservation.release() }
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

/**
 * What a page of a list lacks that begins at the start and ended early because of its long texts: further pages of it are
 * asked for by number, and begin behind a whole page.
 */
async function restOf(
  context: Context,
  request: string,
  { light }: StreamedDocument,
): Promise<StreamedDocument | WholeDocument | undefined> {
  const [path = '', text = ''] = request.split('?', 2)
  const query = parseQuery(text)
  const { after, limit } = parsePage(query.page)
  if (after !== '' || !Array.isArray(light.data) || !('links' in light) || !light.links.next) return undefined
  const offset = light.data.length
  if (offset >= limit) return undefined
  const page = { offset: String(offset), limit: String(limit - offset) }
  const type = decodeURIComponent(path.slice(1))
  const { document } = await answer(context, { type, endpoint: 'index', query: { ...query, page } })
  return document as StreamedDocument | WholeDocument
}

function placeOf(request: string): PagePlace {
  const { near, offset } = parsePage(parseQuery(request.split('?', 2)[1] ?? '').page)
  return { near, offset }
}
