import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import { refuseFilter } from '../../engine/jsonapi/lists/filter-values.ts'
import type { Tables } from '../../infrastructure/db/tables.ts'
import type { Context } from '../../points/context/context.ts'
import type { Filter } from '../../points/resources/filters.ts'
import type { Gambit } from '../../points/resources/search.ts'
import { foldedUsername, unknownUsernames } from '../users/find.ts'
import { fold } from '../users/folding.ts'
import { latePosts } from './reading/late-posts.ts'

type Builder = ExpressionBuilder<Tables, 'discussions'>

/** `filter[author]`, `[created]`, `[hidden]` and `[unread]` (api-core 4.13). */
export const discussionFilters: Record<string, Filter<'discussions'>> = {
  author: {
    value: 'texts',
    where: (eb, usernames) => eb('discussions.user_id', ...matchAuthors(usernames)),
  },
  created: {
    value: 'text',
    where: (eb, range, context) => {
      const [from, to] = daysIn(range) ?? refuseDate(context)
      return eb.and([eb('discussions.created_at', '>=', from), eb('discussions.created_at', '<=', to)])
    },
  },
  hidden: {
    value: 'any',
    where: (eb) =>
      eb.or([eb('discussions.hidden_at', 'is not', null), eb('discussions.comment_count', '=', sql.lit(0))]),
  },
  unread: { value: 'any', where: (eb, _value, context) => isUnread(eb, context) },
}

/** `author:`, `created:`, `is:hidden` and `is:unread` in `filter[q]`. */
export const discussionGambits: Record<string, Gambit> = {
  author: { filter: 'author', unknownNames: (names, context) => unknownUsernames(names.split(','), context) },
  created: { filter: 'created', accepts: (range) => daysIn(range) !== undefined },
  'is:hidden': { filter: 'hidden' },
  'is:unread': { filter: 'unread' },
}

/**
 * The operator and operand that compare an author column with the users of these names, ignoring case. A single name
 * compares with `=`: an index then has the author's rows in order, while those of several authors need a sort.
 */
export function matchAuthors(usernames: readonly string[]) {
  const ids = expressionBuilder<Tables, never>()
    .selectFrom('users')
    .select('users.id')
    .where((users) => users(foldedUsername, 'in', usernames.map(fold)))
  return [usernames.length === 1 ? '=' : 'in', ids] as const
}

/** The condition for discussions whose last post, or a late one, the actor has not read; undefined for guests. */
export function isUnread(eb: Builder, context: Context): Expression<SqlBool> | undefined {
  const { actor } = context
  if (actor.isGuest) return undefined
  const isAtEnd = eb.exists(
    eb
      .selectFrom('discussion_user')
      .select('discussion_user.user_id')
      .where('discussion_user.user_id', '=', actor.id)
      .whereRef('discussion_user.discussion_id', '=', 'discussions.id')
      .whereRef('discussion_user.last_read_post_number', '>=', 'discussions.last_post_number'),
  )
  const isLate = eb('discussions.id', 'in', latePosts(context).select('posts.discussion_id'))
  const markedAt = actor.account?.markedAllAsReadAt
  if (!markedAt) return eb.or([eb.not(isAtEnd), isLate])
  // So that the list ends where its index has nothing unread any more.
  const firstLate = latePosts(context)
    .where('discussions.last_posted_at', '<', markedAt)
    .select((late) => late.fn.min('discussions.last_posted_at').as('at'))
  return eb.and([
    eb('discussions.last_posted_at', '>=', eb.fn.coalesce(firstLate, eb.val(markedAt))),
    eb.or([eb.and([eb.not(isAtEnd), eb('discussions.last_posted_at', '>', markedAt)]), isLate]),
  ])
}

/** The first and last instant of a day. A range ends at the midnight that begins its last day, as in the contract. */
function daysIn(range: string): [from: string, to: string] | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?$/.exec(range)
  const from = match?.[1] && midnight(match[1])
  const end = match?.[2] ? midnight(match[2]) : from?.replace('T00:00:00.000Z', 'T23:59:59.999Z')
  return from && end ? [from, end] : undefined
}

function refuseDate(context: Context): never {
  return refuseFilter('core.api.invalid_filter_type.must_be_date_message', 'created', context)
}

function midnight(day: string): string | undefined {
  // The databases have no year 0.
  if (day.startsWith('0000')) return undefined
  const date = new Date(`${day}T00:00:00.000Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? date.toISOString() : undefined
}
