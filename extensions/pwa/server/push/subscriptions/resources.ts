import { allow, deny, type Extension, type Policy, purgeRows } from '@parley/server'
import { wireDate } from '@parley/shared'
import '../tables.ts'

type Resources = NonNullable<Extension['resources']>
type Type = 'push_subscriptions' | 'firebase_push_subscriptions'

/** Browsers and devices that get pushes. */
export const subscriptionResources: Pick<Resources, Type> = {
  push_subscriptions: {
    table: 'push_subscriptions',
    path: 'push-subscriptions',
    isPersonal: true,
    fields: {
      endpoint: { column: 'endpoint', json: 'string' },
      vapidPublicKey: { column: 'vapid_public_key', json: 'string' },
      expiresAt: {
        json: 'date?',
        get: ({ expires_at: at }) => (at === null ? null : wireDate(at)),
      },
    },
    relations: { user: { to: 'users', key: 'user_id' } },
  },
  firebase_push_subscriptions: {
    table: 'firebase_push_subscriptions',
    path: 'firebase-push-subscriptions',
    isPersonal: true,
    fields: { token: { column: 'token', json: 'string' } },
    relations: { user: { to: 'users', key: 'user_id' } },
  },
}

function ownersOnly<Table extends Type>(table: Table): Policy<{ user_id: number }, Table> {
  return {
    verdict: (actor, row) => (row.user_id === actor.id ? allow : deny),
    scope: (eb, { actor }) => eb(`${table}.user_id` as never, '=', actor.id as never),
  }
}

export const subscriptionPolicies: NonNullable<Extension['policies']> = {
  push_subscriptions: { view: ownersOnly('push_subscriptions') },
  firebase_push_subscriptions: { view: ownersOnly('firebase_push_subscriptions') },
}

export const subscriptionDeletions: NonNullable<Extension['deletions']> = {
  users: {
    sweep: [purgeRows('push_subscriptions', 'user_id'), purgeRows('firebase_push_subscriptions', 'user_id')],
  },
}
