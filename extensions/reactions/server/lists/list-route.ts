import {
  answerRows,
  type Context,
  type Extension,
  findRow,
  notFound,
  permissionDenied,
  problemOf,
  type RouteRequest,
  refuseFilter,
  rememberRows,
  translatorOf,
  validationError,
  wholeNumber,
} from '@parley/server'
import { z } from 'zod'
import { seesReactions } from '../rights.ts'
import { selectReactions, withWireIds } from './rows.ts'

/** The most reactions of one answer. Of a post with more, the others follow by `page[after]`. */
const mostListed = 1000

const position = wholeNumber({ min: 0 })
const limit = wholeNumber({ min: 1, max: mostListed })

/**
 * `GET /api/posts/{id}/reactions`: who reacted to a post, by ascending id. `filter[reaction]` leaves only one type,
 * `page[limit]` is the number of reactions, and `page[after]` the `meta.after` of the answer before.
 */
export const listRoute: NonNullable<Extension['routes']>[number] = {
  method: 'GET',
  path: '/api/posts/:id/reactions',
  isInViews: true,
  document: {
    type: 'post_reactions',
    include: { default: ['reaction', 'user'], optional: ['post'] },
  },
  describes: {
    summary: 'List the reactions to a post',
    query: { 'filter[reaction]': wholeNumber({ min: 1 }), 'page[limit]': limit, 'page[after]': position },
    answers: {
      200: {
        resources: 'post_reactions',
        meta: z.object({ after: z.string().describe('For the next page; absent on the last one.') }),
      },
      403: 'error',
      404: 'error',
      422: 'error',
    },
  },
  async run(request, context) {
    const { id = '' } = request.params
    if (!/^\d{1,15}$/.test(id)) throw notFound()
    const post = await findRow(context, 'posts', Number(id))
    if (!seesReactions(context.actor, post.discussion)) throw permissionDenied()
    const page = readPage(request, context)
    const found = await selectReactions(context, {
      ...page,
      postId: post.id,
      limit: page.limit + 1,
    }).execute()
    const rows = withWireIds(found.slice(0, page.limit))
    rememberRows(context, 'post_reactions', rows)
    rememberRows(context, 'reactions', context.forum.tables.get('reactions').all)
    const last = rows.at(-1)
    return answerRows(
      request,
      context,
      rows.map((row) => row.id),
      last && found.length > rows.length ? { meta: { after: String(last.id) } } : {},
    )
  },
}

/** Reads which reactions are asked for. @throws 422 for values that are no numbers, or too large. */
function readPage({ query }: RouteRequest, context: Context) {
  const page = (query.page ?? {}) as Record<string, unknown>
  const { reaction } = (query.filter ?? {}) as Record<string, unknown>
  const read = (schema: z.ZodType<number>, name: 'limit' | 'after', usual: number) => {
    const sent = schema.safeParse(page[name] ?? usual)
    if (sent.success) return sent.data
    throw validationError({ problems: [problemOf('integer', name, translatorOf(context))] })
  }
  const reactionId = wholeNumber({ min: 1 }).optional().safeParse(reaction)
  if (!reactionId.success)
    refuseFilter('core.api.invalid_filter_type.must_be_numeric_message', 'reaction', context)
  const { byId } = context.forum.tables.get('reactions')
  return {
    limit: read(limit, 'limit', mostListed),
    after: read(position, 'after', 0),
    // No reaction has the type 0.
    reactionId: reactionId.data === undefined || byId.has(reactionId.data) ? reactionId.data : 0,
  }
}
