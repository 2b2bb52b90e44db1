import {
  answerRow,
  type Context,
  conflict,
  type Extension,
  findRow,
  findRowForUpdate,
  memoryTableChanged,
  notFound,
  problemOf,
  type RouteRequest,
  readWriteInput,
  translatorOf,
  tryAttributes,
  validationError,
  wholeNumber,
  writeAuditEntry,
} from '@parley/server'
import { z } from 'zod'
import type { Reaction } from '../../shared.ts'
import { reactionFields } from './fields.ts'
import {
  changeReaction,
  createReaction,
  deleteReaction,
  lockReactions,
  type ReactionChange,
  refuse,
  requireAdministrator,
  storedReactions,
} from './write.ts'

type Route = NonNullable<Extension['routes']>[number]

const schemaOf = (name: string) => reactionFields[name]?.schema ?? z.unknown()
const created = z.object({ identifier: schemaOf('identifier'), type: schemaOf('type') })
const changed = created.extend({ display: schemaOf('display'), enabled: schemaOf('enabled') }).partial()

/** `POST /api/reactions`: a new type, from `data.attributes` or a flat body. */
const createRoute: Route = {
  method: 'POST',
  path: '/api/reactions',
  document: { type: 'reactions' },
  describes: {
    summary: 'Create a type of reactions',
    body: z.union([z.object({ data: z.object({ attributes: created }) }), created]),
    answers: { 201: { resource: 'reactions' }, 403: 'error', 422: 'error' },
  },
  async run(request, context) {
    requireAdministrator(context)
    const attributes =
      'data' in request.body ? readWriteInput(request.body, context).attributes : request.body
    const { values, problems } = tryAttributes(context, 'reactions', attributes, ['identifier', 'type'])
    refuse(problems)
    const { identifier, type } = values as Pick<Reaction, 'identifier' | 'type'>
    const { id } = await context.forum.write(context, (writing) =>
      createReaction({ identifier: identifier.trim(), type }, writing),
    )
    return answerChanged(request, context, id, 201)
  },
}

/** `PATCH /api/reactions/{id}`: `attributes` stand at the top of the body, or below `data` as usual. */
const changeRoute: Route = {
  method: 'PATCH',
  path: '/api/reactions/:id',
  document: { type: 'reactions' },
  describes: {
    summary: 'Change a type of reactions',
    body: z.union([z.object({ attributes: changed }), z.object({ data: z.object({ attributes: changed }) })]),
    answers: { 200: { resource: 'reactions' }, 403: 'error', 404: 'error', 422: 'error' },
  },
  async run(request, context) {
    const id = await findId(request, context)
    await context.forum.write(context, async (writing) => {
      await lockReactions(writing)
      const row = await findRowForUpdate(writing, 'reactions', id)
      const { body } = request
      const { attributes } = readWriteInput('data' in body ? body : { data: body }, context)
      const sent = (['identifier', 'display', 'type', 'enabled'] as const).filter(
        (name) => (attributes[name] ?? null) !== null,
      )
      const { values, problems } = tryAttributes(context, 'reactions', attributes, sent)
      refuse(problems)
      await changeReaction(row, columnsOf(values as ReactionChange), writing)
    })
    return answerChanged(request, context, id)
  },
}

function columnsOf({ identifier, display, ...rest }: ReactionChange): ReactionChange {
  return {
    ...rest,
    ...(identifier !== undefined && { identifier: identifier.trim() }),
    ...(display !== undefined && { display: display?.trim() || null }),
  }
}

/** `DELETE /api/reactions/{id}`: what was chosen of it is removed in the background. */
const deleteRoute: Route = {
  method: 'DELETE',
  path: '/api/reactions/:id',
  describes: {
    summary: 'Delete a type of reactions',
    answers: { 204: 'empty', 403: 'error', 404: 'error' },
  },
  async run(request, context) {
    const id = await findId(request, context)
    await context.forum.write(context, async (writing) => {
      await lockReactions(writing)
      await deleteReaction(await findRowForUpdate(writing, 'reactions', id), writing)
    })
    return { status: 204, empty: true }
  },
}

const order = z.array(wholeNumber({ min: 1 })).max(1000)

/**
 * `POST /api/reactions/order`: the ids of all types in their new order. With `seen`, the order that the administrator saw, the
 * change is refused if the types have another order by now.
 */
const orderRoute: Route = {
  method: 'POST',
  path: '/api/reactions/order',
  describes: {
    summary: 'Arrange the types of reactions',
    body: z.object({ order, seen: order.optional() }),
    answers: { 204: 'empty', 403: 'error', 409: 'error', 422: 'error' },
  },
  async run({ body }, context) {
    requireAdministrator(context)
    const translate = translatorOf(context)
    const failed = (rule: string, name = 'order') =>
      validationError({ problems: [problemOf(rule, name, translate)] })
    const sent = order.safeParse(body.order)
    const seen = order.nullish().safeParse(body.seen)
    if (!sent.success) throw failed((body.order ?? null) === null ? 'required' : 'array')
    if (!seen.success) throw failed('array', 'seen')
    const ids = new Set(sent.data)
    if (ids.size < sent.data.length) throw failed('in')
    await context.forum.write(context, async (writing) => {
      await lockReactions(writing)
      const stored = await storedReactions(writing)
      const now = stored.map(({ id }) => id)
      if (seen.data && seen.data.join() !== now.join())
        throw conflict({ problems: [{ detail: translate('reactions.api.order_changed_message') }] })
      if (ids.size !== now.length || now.some((id) => !ids.has(id))) throw failed('exists')
      if (now.join() === sent.data.join()) return
      for (const [position, id] of sent.data.entries())
        await writing.db.updateTable('reactions').set({ position }).where('id', '=', id).execute()
      await memoryTableChanged(writing, 'reactions')
      await writeAuditEntry(writing, 'reactions.ordered', {})
    })
    return { status: 204, empty: true }
  },
}

/** The id in the path. @throws 404 for an unknown one, then 403 for all but administrators. */
async function findId({ params: { id = '' } }: RouteRequest, context: Context): Promise<number> {
  if (!/^\d{1,15}$/.test(id)) throw notFound()
  const row = await findRow(context, 'reactions', Number(id))
  requireAdministrator(context)
  return row.id
}

/** Answers with a type that a transaction has changed. */
function answerChanged(request: RouteRequest, context: Context, id: number, status = 200) {
  return answerRow(request, { ...context, cache: new Map(), isCommitted: true }, id, { status })
}

export const reactionRoutes: readonly Route[] = [createRoute, changeRoute, deleteRoute, orderRoute]
