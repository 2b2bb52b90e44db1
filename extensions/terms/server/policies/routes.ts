import {
  answerRow,
  answerRows,
  type Context,
  type Extension,
  findRow,
  findRowForUpdate,
  notFound,
  problemOf,
  type RouteRequest,
  readWriteInput,
  requireAdministrator,
  translatorOf,
  validationError,
  type WriteContext,
  wholeNumber,
} from '@parley/server'
import { z } from 'zod'
import { mostPolicies, type PolicyRow } from '../tables.ts'
import { writtenFields } from './resource.ts'
import {
  changePolicy,
  createPolicy,
  deletePolicy,
  lockPolicies,
  orderPolicies,
  storedPolicies,
} from './write.ts'

type Route = NonNullable<Extension['routes']>[number]

/** The path of the policies. */
export const policiesPath = '/api/fof/terms/policies'

const document = { type: 'fof-terms-policies' } as const
const attributes = z.object(Object.fromEntries(writtenFields.map((name) => [name, z.unknown()])))
const body = z.object({ data: z.object({ attributes }) })

const listRoute: Route = {
  method: 'GET',
  path: policiesPath,
  document,
  describes: {
    summary: 'List the policies',
    answers: { 200: { resources: 'fof-terms-policies' }, 403: 'error' },
  },
  run(request, context) {
    requireAdministrator(context)
    return answerAll(request, context)
  },
}

const createRoute: Route = {
  method: 'POST',
  path: policiesPath,
  document,
  describes: {
    summary: 'Create a policy',
    body,
    answers: { 201: { resource: 'fof-terms-policies' }, 403: 'error', 422: 'error' },
  },
  async run(request, context) {
    requireAdministrator(context)
    const input = readWriteInput(request.body, context)
    const id = await context.forum.write(context, (writing) => createPolicy(input.attributes, writing))
    return answerRow(request, afterWrite(context), id, { status: 201 })
  },
}

/** The answer to a change is 201, too (api-extensions 17). */
const changeRoute: Route = {
  method: 'PATCH',
  path: `${policiesPath}/:id`,
  document,
  describes: {
    summary: 'Change a policy',
    body,
    answers: { 201: { resource: 'fof-terms-policies' }, 403: 'error', 404: 'error', 422: 'error' },
  },
  async run(request, context) {
    const id = await change(request, context, (row, writing) =>
      changePolicy(row, readWriteInput(request.body, writing).attributes, writing),
    )
    return answerRow(request, afterWrite(context), id, { status: 201 })
  },
}

const deleteRoute: Route = {
  method: 'DELETE',
  path: `${policiesPath}/:id`,
  describes: { summary: 'Delete a policy', answers: { 204: 'empty', 403: 'error', 404: 'error' } },
  async run(request, context) {
    await change(request, context, deletePolicy)
    return { status: 204, empty: true }
  },
}

const order = z.array(wholeNumber({ min: 1 })).max(mostPolicies)

const orderRoute: Route = {
  method: 'POST',
  path: `${policiesPath}/order`,
  document,
  describes: {
    summary: 'Arrange the policies',
    body: z.object({ sort: order }),
    answers: { 200: { resources: 'fof-terms-policies' }, 403: 'error', 422: 'error' },
  },
  async run(request, context) {
    requireAdministrator(context)
    const { data } = order.safeParse(request.body.sort)
    if (!data) {
      const rule = (request.body.sort ?? null) === null ? 'required' : 'array'
      throw validationError({ problems: [problemOf(rule, 'sort', translatorOf(context))] })
    }
    await context.forum.write(context, (writing) => orderPolicies(data.map(Number), writing))
    return answerAll(request, afterWrite(context))
  },
}

async function answerAll(request: RouteRequest, context: Context) {
  const stored = await storedPolicies(context)
  return answerRows(
    request,
    context,
    stored.map(({ id }) => id),
  )
}

/** Writes to the policy in the path. @throws 404 for an unknown one, then 403 for all but administrators. */
async function change(
  request: RouteRequest,
  context: Context,
  write: (row: PolicyRow, context: WriteContext) => Promise<void>,
): Promise<number> {
  const { id } = await findPolicy(request, context)
  requireAdministrator(context)
  await context.forum.write(context, async (writing) => {
    await lockPolicies(writing)
    await write(await findRowForUpdate(writing, 'fof-terms-policies', id), writing)
  })
  return id
}

/** The policy in the path. @throws 404 for an unknown one. */
export async function findPolicy(
  { params: { id = '' } }: RouteRequest,
  context: Context,
): Promise<PolicyRow> {
  if (!/^\d{1,15}$/.test(id)) throw notFound()
  return findRow(context, 'fof-terms-policies', Number(id))
}

/** The context of an answer to what a transaction has written. */
export function afterWrite(context: Context): Context {
  return { ...context, cache: new Map(), isCommitted: true }
}

export const policyRoutes: readonly Route[] = [listRoute, createRoute, orderRoute, changeRoute, deleteRoute]
