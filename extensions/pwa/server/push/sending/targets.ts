import type { Context } from '@parley/server'
import '../tables.ts'
import { hasAccount } from '../firebase/account.ts'
import { vapidKeysOf } from '../keys.ts'

/** A notification, and a browser or device of its recipient. */
export interface Target {
  service: 'web' | 'firebase'
  notification: number
  subscription: number
}

/** Finds the browsers and devices of the recipients of notifications. */
export async function findTargets(context: Context, ids: readonly number[]): Promise<Target[]> {
  return [
    ...(await browsersOf(context, ids)).map((each): Target => ({ service: 'web', ...each })),
    ...(await devicesOf(context, ids)).map((each): Target => ({ service: 'firebase', ...each })),
  ]
}

async function browsersOf({ db, forum, now }: Context, ids: readonly number[]) {
  const publicKey = vapidKeysOf(forum)?.publicKey
  if (publicKey === undefined) return []
  return db
    .selectFrom('notifications')
    .innerJoin('push_subscriptions', 'push_subscriptions.user_id', 'notifications.user_id')
    .select(['notifications.id as notification', 'push_subscriptions.id as subscription'])
    .where((eb) => forum.database.dialect.idIn(eb.ref('notifications.id'), ids))
    .where('push_subscriptions.vapid_public_key', '=', publicKey)
    .where('push_subscriptions.keys', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('push_subscriptions.expires_at', 'is', null),
        eb('push_subscriptions.expires_at', '>', now.toISOString()),
      ]),
    )
    .orderBy('notifications.id')
    .execute()
}

async function devicesOf({ db, forum }: Context, ids: readonly number[]) {
  if (!hasAccount(forum)) return []
  return db
    .selectFrom('notifications')
    .innerJoin('firebase_push_subscriptions as device', 'device.user_id', 'notifications.user_id')
    .select(['notifications.id as notification', 'device.id as subscription'])
    .where((eb) => forum.database.dialect.idIn(eb.ref('notifications.id'), ids))
    .orderBy('notifications.id')
    .execute()
}
