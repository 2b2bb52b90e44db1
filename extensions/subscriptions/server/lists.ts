import {
  type Context,
  type DefaultCondition,
  type Filter,
  type ListIndex,
  refuseFilter,
} from '@parley/server'
import type { Subscription } from '../shared.ts'
import './table.ts'

type Builder = Parameters<DefaultCondition<'discussions'>>[0]

const namedStates = new Map<string, Subscription>([
  ['following', 'follow'],
  ['followed', 'follow'],
  ['ignoring', 'ignore'],
  ['ignored', 'ignore'],
])

/** The discussions that members follow or ignore. Replies do not write it, so that it has no order of its own. */
export const discussionsOfMembers: ListIndex = {
  table: 'discussion_user',
  key: ['user_id', 'subscription'],
  row: 'discussion_id',
  sortsUpTo: 2000,
}

/** `filter[subscription]`: the discussions that the actor follows or ignores. */
export const subscriptionFilter: Filter<'discussions'> = {
  value: 'text',
  where(eb, name, context) {
    const state = stateOf(name) ?? refuseName(context)
    return context.actor.isGuest ? eb.lit(false) : isIn(eb, state, context)
  },
  scan: {
    index: 'subscriptions',
    keys(name, { actor }) {
      const state = stateOf(name)
      return actor.isGuest || !state ? [] : [[actor.id, state]]
    },
  },
}

/** Lists without a filter leave out what the actor ignores. */
export const withoutIgnored: DefaultCondition<'discussions'> = (eb, context, filters) =>
  context.actor.isGuest || filters.length > 0 ? undefined : eb.not(isIn(eb, 'ignore', context))

function stateOf(name: string): Subscription | undefined {
  return namedStates.get(name.toLowerCase())
}

function refuseName(context: Context): never {
  return refuseFilter('subscriptions.api.invalid_filter_message', 'subscription', context)
}

/** Whether the actor's state is this one. */
function isIn(eb: Builder, state: Subscription, { actor }: Context) {
  return eb.exists(
    eb
      .selectFrom('discussion_user as own')
      .select('own.user_id')
      .where('own.user_id', '=', actor.id)
      .whereRef('own.discussion_id', '=', 'discussions.id')
      .where('own.subscription', '=', state),
  )
}
