import type { ResourceDocument } from '@parley/shared'
import {
  DeletedConcurrently,
  methodNotAllowed,
  notAuthenticated,
  notFound,
  permissionDenied,
  viewAsUnavailable,
} from '../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import { askThrottles, askThrottlesInTurn } from '../../points/requests/throttles.ts'
import type { EndpointName, WriteStatus } from '../../points/resources/endpoints.ts'
import type { ResourceRows, Row } from '../../points/resources/resource-rows.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { listDocument } from './documents/list-document.ts'
import {
  type IncludeTree,
  includeTree,
  isRecord,
  parseFields,
  parseInclude,
  parsePage,
  type Query,
} from './query.ts'
import { findRow, findRowForUpdate, resourceOf } from './rows.ts'
import { serialize } from './serialize.ts'
import { StreamedDocument, type WholeDocument } from './streamed.ts'
import { applyChanges } from './writes/change-row.ts'
import { readFrom, readWriteInput } from './writes/read-input.ts'
import { rowAfter } from './writes/written-rows.ts'

/** A request to a resource, from HTTP or from the page renderer. */
export interface ApiCall {
  type: string
  endpoint: EndpointName
  /** The id in the path; for all endpoints but index and create. */
  id?: string
  query: Query
  /** The parsed JSON body. */
  body?: unknown
  /** Of a creation: runs first in its transaction. What it throws aborts the creation. */
  beforeCreate?(context: WriteContext): Promise<void>
  /** Of a creation: runs last in its transaction, with the id of the created row. */
  afterCreate?(id: number, context: WriteContext): Promise<void>
}

export type AnswerDocument = WholeDocument | StreamedDocument

export interface ApiAnswer {
  status: number
  /** Absent for 204. Streamed if a row has long texts, or a relationship more targets than memory should hold. */
  document?: AnswerDocument
}

/** Answers a call to a resource endpoint as the contract says. @throws `ForumError`s. */
export async function answer(context: Context, call: ApiCall): Promise<ApiAnswer> {
  const resource = resourceOf(context, call.type)
  const endpoint = resource.endpoints[call.endpoint]
  if (!endpoint) throw methodNotAllowed()
  if (context.viewAs && resource.isPersonal) throw viewAsUnavailable()
  await askThrottles(context, {
    endpoint: `${call.type}.${call.endpoint}`,
    attributes: attributesOf(call.body),
    ...(call.id && { id: call.id }),
  })
  if (endpoint.authenticated && context.actor.isGuest) throw notAuthenticated()
  const tree = parseInclude(call.query.include, resource.includes[call.endpoint])
  try {
    return await dispatch(context, resource, call, tree)
  } catch (error) {
    if (!(error instanceof DeletedConcurrently)) throw error
    if (call.endpoint !== 'index' && call.endpoint !== 'show') throw notFound()
    return dispatch({ ...context, cache: new Map() }, resource, call, tree)
  }
}

function dispatch(
  context: Context,
  resource: Resource,
  call: ApiCall,
  tree: IncludeTree,
): Promise<ApiAnswer> {
  switch (call.endpoint) {
    case 'index':
      return index(context, resource, call, tree)
    case 'show':
      return show(context, resource, call, tree)
    case 'create':
      return create(context, resource, call, tree)
    case 'update':
      return update(context, resource, call, tree)
    case 'delete':
      return remove(context, resource, call)
  }
}

function attributesOf(body: unknown): Record<string, unknown> {
  const data = isRecord(body) && isRecord(body.data) ? body.data : {}
  return isRecord(data.attributes) ? data.attributes : {}
}

async function index(
  context: Context,
  resource: Resource,
  call: ApiCall,
  tree: IncludeTree,
): Promise<ApiAnswer> {
  const endpoint = resource.endpoints.index
  if (endpoint?.ability && !context.actor.can(endpoint.ability)) throw permissionDenied()
  const url = `${context.forum.baseUrl}/api/${resource.path}`
  return { status: 200, document: await listDocument(context, resource, { query: call.query, tree, url }) }
}

async function show(
  context: Context,
  resource: Resource,
  call: ApiCall,
  tree: IncludeTree,
): Promise<ApiAnswer> {
  const endpoint = resource.endpoints.show
  const bySlug = call.query.bySlug === '1' || call.query.bySlug === 'true'
  const id =
    bySlug && endpoint?.findBySlug
      ? await endpoint.findBySlug(call.id ?? '', context)
      : await (endpoint?.idOf ?? parseId)(call.id ?? '', context)
  const page = parsePage(call.query.page)
  const row = await findRow(context, resource.type as keyof ResourceRows, id ?? missing())
  await endpoint?.prepare?.(row, { page }, context)
  return { status: 200, document: await documentOf(context, resource, row, call, tree) }
}

async function create(
  context: Context,
  resource: Resource,
  call: ApiCall,
  tree: IncludeTree,
): Promise<ApiAnswer> {
  const endpoint = resource.endpoints.create
  if (!endpoint) throw methodNotAllowed()
  if (endpoint.ability && !context.actor.can(endpoint.ability)) throw permissionDenied()
  const input = readWriteInput(call.body, context)
  const prepared = await endpoint.prepare?.(input, context)
  const creation = context.forum.write(context, async (writing) => {
    const { attributes } = input
    await call.beforeCreate?.(writing)
    await askThrottlesInTurn(writing, { endpoint: `${call.type}.create`, attributes })
    const created = await endpoint.run(input, writing, prepared)
    await call.afterCreate?.(created.id, writing)
    return created
  })
  const created = await creation.catch(async (error) => {
    await endpoint.abandon?.(prepared, context)
    throw error
  })
  const answering = afterCommit(context)
  const row = await rowAfter(answering, resource, created)
  endpoint.answer?.(row, answering)
  return answerChange(endpoint.status ?? 201, () => documentOf(answering, resource, row, call, tree))
}

/** The answer to a change, whose document is made only if it is sent. */
async function answerChange(
  status: WriteStatus,
  makeDocument: () => Promise<AnswerDocument>,
): Promise<ApiAnswer> {
  return status === 204 ? { status } : { status, document: await makeDocument() }
}

/**
 * Answers a repeated creation with the current state of the row that was created.
 * @throws 404, or `DeletedConcurrently`, if the row is deleted or the actor may no longer see it.
 */
export async function answerCreated(context: Context, call: ApiCall, id: number): Promise<ApiAnswer> {
  const resource = resourceOf(context, call.type)
  const tree = parseInclude(call.query.include, resource.includes.create)
  const answering: Context = { ...context, cache: new Map() }
  const row = await findRow(answering, resource.type as keyof ResourceRows, id)
  const { create } = resource.endpoints
  create?.answer?.(row, answering)
  return answerChange(create?.status ?? 201, () => documentOf(answering, resource, row, call, tree))
}

async function update(
  context: Context,
  resource: Resource,
  call: ApiCall,
  tree: IncludeTree,
): Promise<ApiAnswer> {
  const endpoint = resource.endpoints.update
  const id = parseId(call.id ?? '') ?? missing()
  const type = resource.type as keyof ResourceRows
  const prepared =
    endpoint?.prepare &&
    (await endpoint.prepare(await findRow(context, type, id), readWriteInput(call.body, context), context))
  const answering = afterCommit(context)
  const { changed, also } = await context.forum.write(context, async (writing) => {
    const found = await findRowForUpdate(writing, type, id)
    const changed = endpoint?.run
      ? await endpoint.run(found, writing)
      : await applyUpdate(writing, resource, found, call.body, prepared)
    return { changed, also: endpoint?.answer?.(changed, writing, answering) ?? [] }
  })
  const row = await rowAfter(answering, resource, changed)
  const widerTree = also.length > 0 ? mergeTrees(tree, includeTree(also)) : tree
  return answerChange(endpoint?.status ?? 200, () => documentOf(answering, resource, row, call, widerTree))
}

async function applyUpdate(
  context: WriteContext,
  resource: Resource,
  row: Row,
  body: unknown,
  prepared: unknown,
): Promise<Row> {
  const endpoint = resource.endpoints.update
  const sent = readWriteInput(body, context)
  const input = { ...(endpoint?.accept?.(sent) ?? sent), from: readFrom(body, context) }
  await endpoint?.check?.(row, input, context, prepared)
  return applyChanges(context, resource, row, input)
}

async function remove(context: Context, resource: Resource, call: ApiCall): Promise<ApiAnswer> {
  const endpoint = resource.endpoints.delete
  if (!endpoint) throw methodNotAllowed()
  const id = parseId(call.id ?? '') ?? missing()
  await context.forum.write(context, async (writing) => {
    const row = await findRowForUpdate(writing, resource.type as keyof ResourceRows, id)
    if (!writing.actor.can(endpoint.ability, resource.type as never, row as never)) throw permissionDenied()
    await endpoint.run(row, writing)
  })
  return { status: 204 }
}

/** The context for the answer to a write: it reads what was committed. */
function afterCommit(context: Context): Context {
  return { ...context, cache: new Map(), isCommitted: true }
}

async function documentOf(
  context: Context,
  resource: Resource,
  row: Row,
  call: ApiCall,
  tree: IncludeTree,
): Promise<AnswerDocument> {
  const endpoint = resource.endpoints[call.endpoint]
  const form =
    endpoint && 'form' in endpoint && typeof endpoint.form === 'function'
      ? endpoint.form(row, context)
      : 'full'
  const fields = parseFields(call.query.fields)
  const primary = { resource, rows: [row], form }
  const { data, included, streamed } = await serialize(context, primary, tree, fields)
  const [object] = data
  if (!object) throw new Error(`No resource object for ${resource.type} ${row.id}`)
  const document: ResourceDocument = included.length > 0 ? { data: object, included } : { data: object }
  return streamed ? new StreamedDocument(document, streamed) : document
}

function parseId(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function missing(): never {
  throw notFound()
}

function mergeTrees(a: IncludeTree, b: IncludeTree): IncludeTree {
  const merged = new Map(a)
  for (const [name, tree] of b) merged.set(name, mergeTrees(merged.get(name) ?? new Map(), tree))
  return merged
}
