import { type DiscussionRow, type Field, notAuthenticated, ownStates } from '@parley/server'
import { z } from 'zod'
import type { Subscription } from '../shared.ts'
import { storeSubscription } from './store.ts'

const known = z.enum(['follow', 'ignore'])

/** `subscription` of a discussion: what the actor wants to know of it. Every other value that is sent clears it. */
export const subscriptionField: Field<DiscussionRow, Subscription | null> = {
  json: 'string?',
  async load(discussions, context) {
    const states = await ownStates(context, discussions)
    return new Map(discussions.map(({ id }) => [id, states.get(id)?.subscription ?? null]))
  },
  schema: z.preprocess((value) => (known.safeParse(value).success ? value : null), known.nullable()),
  takesNull: true,
  writable: (_discussion, _value, { actor }) => {
    if (actor.isGuest) throw notAuthenticated()
    return true
  },
  changed: ({ row, value }, context) =>
    storeSubscription(context, { discussionId: row.id, userId: context.actor.id }, value),
}
