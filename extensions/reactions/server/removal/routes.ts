import {
  type Context,
  type Extension,
  findRow,
  findRowForUpdate,
  notFound,
  permissionDenied,
  type RouteRequest,
} from '@parley/server'
import type { ChosenReaction } from '../posts/store.ts'
import { publishAllRemoved, publishRemoved } from '../realtime.ts'
import { removesReactions } from '../rights.ts'
import { recordRemoval, removeReactions } from './remove.ts'

type Route = NonNullable<Extension['routes']>[number]

/** `DELETE /api/posts/{id}/reactions/specific/{postReactionId}`: removes the reaction of one member. */
const specificRoute: Route = {
  method: 'DELETE',
  path: '/api/posts/:id/reactions/specific/:reactionId',
  describes: {
    summary: 'Remove a reaction to a post',
    answers: { 204: 'empty', 403: 'error', 404: 'error' },
  },
  async run(request, context) {
    const { postId, id } = idsOf(request)
    await context.forum.write(context, async (writing) => {
      const { actor, db } = writing
      const post = await findRowForUpdate(writing, 'posts', postId)
      const row = await db
        .selectFrom('post_reactions')
        .selectAll()
        .where('id', '=', id)
        .where('post_id', '=', postId)
        .where('user_id', 'is not', null)
        .executeTakeFirst()
      if (!row) throw notFound()
      const isOwn = row.user_id === actor.id
      if (!(isOwn && actor.can('react', 'posts', post)) && !removesReactions(actor, post))
        throw permissionDenied()
      await removeReactions(writing, post, [row])
      if (row.reaction_id === null) return
      publishRemoved(writing, row as ChosenReaction)
      if (!isOwn) await recordRemoval(writing, post, 1)
    })
    return { status: 204, empty: true }
  },
}

/** Reactions that one transaction removes. */
const batchSize = 200

/** `DELETE /api/posts/{id}/reactions/type/{reactionId}`: removes all reactions of a type, those of guests too. */
const typeRoute: Route = {
  method: 'DELETE',
  path: '/api/posts/:id/reactions/type/:reactionId',
  describes: {
    summary: 'Remove the reactions of a type to a post',
    answers: { 204: 'empty', 403: 'error', 404: 'error' },
  },
  async run(request, context) {
    const { postId, id } = idsOf(request)
    const post = await findRow(context, 'posts', postId)
    if (!context.forum.tables.get('reactions').byId.has(id)) throw notFound()
    if (!removesReactions(context.actor, post)) throw permissionDenied()
    // What is chosen from now on stays.
    const { last } = await context.db
      .selectFrom('post_reactions')
      .select((eb) => eb.fn.max('id').as('last'))
      .where('post_id', '=', postId)
      .where('reaction_id', '=', id)
      .executeTakeFirstOrThrow()
    let removed = last === null ? 0 : batchSize
    while (removed === batchSize) removed = await removeBatch(context, { postId, id, last: Number(last) })
    return { status: 204, empty: true }
  },
}

/** Removes a batch in a transaction of its own: a post may have a hundred thousand. @returns how many were removed. */
function removeBatch(
  context: Context,
  { postId, id, last }: { postId: number; id: number; last: number },
): Promise<number> {
  return context.forum.write(context, async (writing) => {
    const post = await findRowForUpdate(writing, 'posts', postId)
    if (!removesReactions(writing.actor, post)) throw permissionDenied()
    const rows = await writing.db
      .selectFrom('post_reactions')
      .selectAll()
      .where('post_id', '=', postId)
      .where('reaction_id', '=', id)
      .where('id', '<=', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    await removeReactions(writing, post, rows)
    if (rows.length > 0) publishAllRemoved(writing, postId, id)
    await recordRemoval(writing, post, rows.length)
    return rows.length
  })
}

/** The ids in the path. @throws 404 for what is none. */
function idsOf({ params: { id = '', reactionId = '' } }: RouteRequest): { postId: number; id: number } {
  if (![id, reactionId].every((text) => /^\d{1,15}$/.test(text))) throw notFound()
  return { postId: Number(id), id: Number(reactionId) }
}

export const removalRoutes: readonly Route[] = [specificRoute, typeRoute]
