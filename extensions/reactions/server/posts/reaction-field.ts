import {
  countAction,
  type Field,
  idOfNewRow,
  type PostRow,
  permissionDenied,
  problemOf,
  translatorOf,
  type WriteContext,
} from '@parley/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { ReactionRow } from '../tables.ts'
import { ownReaction, reactorOf } from './reactor.ts'
import { conversionOf, react } from './store.ts'

declare module '@parley/server' {
  interface RateLimitNames {
    /** Guests who react for the first time: one who deletes the cookie is another one. */
    reactingGuestsPerAddress: true
    anonymousReactionsPerAddress: true
  }
}

/** The id of a type as a number or its digits; null or '' to take the reaction back. */
const choice = z
  .unknown()
  .transform((sent, context) => {
    if (sent === null || sent === '') return null
    const id = typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : sent
    if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id
    context.addIssue({ code: 'custom', params: { rule: 'integer' } })
    return z.NEVER
  })
  .meta({ type: ['integer', 'null'] })

/** `reaction` of a post is written only: `userReactionIdentifier` reads it (api-extensions 18). */
export const reactionField: Field<PostRow, number | null> = {
  schema: choice,
  takesNull: true,
  // Creating a post ignores it.
  accepts: ({ id }) => id !== idOfNewRow,
  async writable(post, sent, context) {
    const { actor, guest } = context
    if (!actor.can('react', 'posts', post)) return false
    if (!actor.isGuest || sent === null || sent === '') return true
    if (guest?.id === undefined) await countAction(context, 'reactingGuestsPerAddress')
    await countAction(context, 'anonymousReactionsPerAddress')
    return true
  },
  async check(id, post, context) {
    if (id === null) return []
    const reaction = await findReaction(id, context)
    const translate = translatorOf(context)
    if (!reaction) return [problemOf('exists', 'reaction', translate)]
    const reactor = reactorOf(context)
    const own = reactor && (await ownReaction(context.db, post.id, reactor))
    if (own?.reaction_id === id) return []
    if (!reaction.enabled) {
      const detail = translate('reactions.forum.disabled-reaction')
      return [{ detail, pointer: '/data/attributes/reaction' }]
    }
    if (conversionOf(context, reaction)?.isAllowed(context.actor, post) === false) throw permissionDenied()
    return []
  },
  async changed({ row: post, value: id }, context) {
    const reaction = id === null ? null : await findReaction(id, context)
    if (reaction !== undefined) await react(context, post, reaction)
  },
}

/** A type as it is stored, which nothing changes before the transaction ends. What is in memory may be a second old. */
function findReaction(id: number, { db, forum }: WriteContext): Promise<ReactionRow | undefined> {
  const found = db.selectFrom('reactions').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  const { locksRows } = forum.database.dialect
  return (locksRows ? found.modifyEnd(sql`for share`) : found).executeTakeFirst()
}
