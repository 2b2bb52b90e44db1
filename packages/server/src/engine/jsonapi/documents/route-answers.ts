import type { ResourceDocument } from '@parley/shared'
import { notFound } from '../../../infrastructure/errors.ts'
import type { Context } from '../../../points/context/context.ts'
import { documentIncludes, type RouteAnswer, type RouteRequest } from '../../../points/requests/routes.ts'
import type { IndexEndpoint } from '../../../points/resources/endpoints.ts'
import type { ResourceType, Row } from '../../../points/resources/resource-rows.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { apiContentType } from '../../http/answers/documents.ts'
import { type IncludeTree, parseFields, parseInclude } from '../query.ts'
import { loadRows, resourceOf } from '../rows.ts'
import { serialize } from '../serialize.ts'
import { StreamedDocument, type WholeDocument } from '../streamed.ts'
import { listDocument } from './list-document.ts'

/** A list of a route: the resource's filters and sorts apply to it, and those of its own list endpoint do not. */
export interface RouteList
  extends Pick<IndexEndpoint, 'where' | 'sort' | 'ignoresSort' | 'limit' | 'isWhole' | 'form'> {
  /** Members of the document's `meta`. */
  meta?: object
}

/** How a route answers with rows. */
export interface RouteRows {
  /** 200 by default. */
  status?: number
  /** The form of the rows; 'full' by default. */
  form?: string
  /** Members of the document's `meta`. */
  meta?: object
}

/** The rows of one answer: no table that is answered without pages has more. */
const maximumRows = 10_000

/**
 * Answers with a page of the rows of the route's `document` that the actor may see: `include`, `fields`, `filter`, `sort` and
 * `page` are read from the query as for a list of `/api/`.
 */
export async function answerList(
  request: RouteRequest,
  context: Context,
  { meta, ...endpoint }: RouteList = {},
): Promise<RouteAnswer> {
  const { resource, tree } = documentOf(request, context)
  const { query } = request
  const url = addressOf(request, context)
  const call = { query, tree, url, endpoint, ...(meta && { meta }) }
  return answerOf(200, await listDocument(context, resource, call))
}

/** Answers with the row of the route's `document` that has this id. @throws 404 if the actor does not see it. */
export async function answerRow(
  request: RouteRequest,
  context: Context,
  id: number,
  { status = 200, form, meta }: RouteRows = {},
): Promise<RouteAnswer> {
  const { data, streamed, ...rest } = await documentOfRows(request, context, [id], form)
  const [object] = data
  if (!object) throw notFound()
  const document: ResourceDocument = { data: object, ...rest, ...(meta && { meta }) }
  return answerOf(status, streamed ? new StreamedDocument(document, streamed) : document)
}

/** Answers with the rows of the route's `document` that have these ids and that the actor sees, in this order. */
export async function answerRows(
  request: RouteRequest,
  context: Context,
  ids: readonly number[],
  { status = 200, form, meta }: RouteRows = {},
): Promise<RouteAnswer> {
  if (ids.length > maximumRows) throw new Error(`An answer has at most ${maximumRows} rows`)
  const { streamed, ...rest } = await documentOfRows(request, context, ids, form)
  const document: WholeDocument = { ...rest, ...(meta && { meta }) }
  return answerOf(status, streamed ? new StreamedDocument(document, streamed) : document)
}

async function documentOfRows(
  request: RouteRequest,
  context: Context,
  ids: readonly number[],
  form = 'full',
) {
  const { resource, tree } = documentOf(request, context)
  const found = await loadRows(context, resource.type as ResourceType, ids)
  const rows = [...new Set(ids)].flatMap((id): Row[] => {
    const row = found.get(id)
    return row ? [row] : []
  })
  const fields = parseFields(request.query.fields)
  const { data, included, streamed } = await serialize(context, { resource, rows, form }, tree, fields)
  return { data, ...(included.length > 0 && { included }), streamed }
}

function documentOf(
  { document, query }: RouteRequest,
  context: Context,
): { resource: Resource; tree: IncludeTree } {
  if (!document) throw new Error('The route declares no document')
  const tree = parseInclude(query.include, documentIncludes(document))
  return { resource: resourceOf(context, document.type), tree }
}

function addressOf({ url }: RouteRequest, { forum }: Context): string {
  const [path = ''] = url.split('?', 1)
  return forum.baseUrl.slice(0, forum.baseUrl.length - forum.basePath.length) + path
}

function answerOf(status: number, json: WholeDocument | StreamedDocument): RouteAnswer {
  return { status, json, contentType: apiContentType }
}
