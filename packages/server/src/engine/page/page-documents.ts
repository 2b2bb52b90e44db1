import { ForumError, notFound } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'
import type { Session } from '../../points/requests/session.ts'
import { errorDocument } from '../http/answers/documents.ts'
import { parseQuery } from '../http/query.ts'
import { answer } from '../jsonapi/api.ts'
import { answerTotals } from '../jsonapi/lists/totals.ts'
import { parsePage } from '../jsonapi/query.ts'
import { StreamedDocument, type WholeDocument } from '../jsonapi/streamed.ts'
import { answerRoute } from './answer-route.ts'
import {
  type BoundedDocument,
  boundedDocument,
  maximumTextBytes,
  type PagePlace,
} from './bounded-document.ts'
import { readTargetOf } from './read-request.ts'

/** Documents by the API request that they answer. */
export type PageDocuments = Record<string, unknown>

/** The documents of a page, and the memory reserved for them: release it when the page is rendered. */
export interface AnsweredRequests {
  documents: PageDocuments
  release(): void
}

/**
 * Answers the API requests of a page in process, with the visitor's permissions. The documents are those of the HTTP
 * API, except that long texts have less room (`boundedDocument`). Expected failures become error documents, which the
 * page shows. @throws `busy` if the memory for long texts is not available in time.
 */
export async function answerRequests(
  context: Context,
  requests: readonly string[],
  session?: Session,
): Promise<AnsweredRequests> {
  const documents: PageDocuments = {}
  const bounded = new Map<string, BoundedDocument>()
  for (const request of requests) {
    try {
      const answered = await answerRequest(context, request, session)
      if (answered instanceof StreamedDocument && hasPages(answered)) {
        const rest = await answerRest(context, request, answered, session)
        bounded.set(request, boundedDocument(answered, placeOf(request), rest))
      }
      // This keeps the documents in the order of the requests.
      documents[request] =
        answered instanceof StreamedDocument && !hasPages(answered)
          ? await answered.within(maximumTextBytes, context.forum.budgets.bytes)
          : answered
    } catch (error) {
      if (!(error instanceof ForumError)) throw error
      documents[request] = errorDocument(error)
    }
  }
  if (bounded.size === 0) return { documents, release: () => {} }
  // One reservation for all documents: pages that held a part and waited for more would deadlock.
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

/** Whether the parts of a document that a page leaves out have an address. */
function hasPages({ withoutLongParts }: StreamedDocument): boolean {
  return !Array.isArray(withoutLongParts.data) || 'links' in withoutLongParts
}

async function answerRequest(context: Context, request: string, session?: Session): Promise<unknown> {
  const [path = '', text = ''] = request.split('?', 2)
  const target = readTargetOf(context.forum.points, path)
  if (!target) throw notFound()
  if ('route' in target) return answerRoute(context, { ...target, url: `/api${request}`, session })
  const { resource, endpoint, id } = target
  const query = parseQuery(text)
  if (endpoint === 'totals') return answerTotals(context, resource.type, query)
  const { document } = await answer(context, {
    type: resource.type,
    endpoint,
    query,
    ...(id !== undefined && { id }),
  })
  return document
}

/**
 * Loads the rows that the first page of a list omits because of its long texts. Further pages are requested by number
 * and begin behind a whole page, so no other page shows these rows.
 */
async function answerRest(
  context: Context,
  request: string,
  { withoutLongParts }: StreamedDocument,
  session?: Session,
): Promise<StreamedDocument | WholeDocument | undefined> {
  const [path = '', text = ''] = request.split('?', 2)
  const { after, limit } = parsePage(parseQuery(text).page)
  if (
    after !== '' ||
    !Array.isArray(withoutLongParts.data) ||
    !('links' in withoutLongParts) ||
    !withoutLongParts.links.next
  )
    return undefined
  const offset = withoutLongParts.data.length
  if (offset >= limit) return undefined
  const rest = new URLSearchParams(text)
  rest.delete('page[after]')
  rest.set('page[offset]', String(offset))
  rest.set('page[limit]', String(limit - offset))
  return (await answerRequest(context, `${path}?${rest}`, session)) as StreamedDocument | WholeDocument
}

function placeOf(request: string): PagePlace {
  const { near, offset } = parsePage(parseQuery(request.split('?', 2)[1] ?? '').page)
  return { near, offset }
}
