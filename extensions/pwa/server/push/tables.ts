import type { Generated } from '@parley/server'

/** A browser that gets pushes for a user. */
export interface PushSubscriptionRow {
  id: number
  /** The address of the browser at its push service. */
  endpoint: string
  /** The key of the forum for which the browser has subscribed. */
  vapid_public_key: string
  /** JSON of `p256dh` and `auth`; null for a browser that gets no pushes. */
  keys: string | null
  expires_at: string | null
  user_id: number
  /** The session that has subscribed, with which the row is deleted; null for an API key, and in imported rows. */
  access_token_id: number | null
  /** When it subscribed or last got a push; null in imported rows. */
  last_used: string | null
}

/** A device that gets pushes over Firebase for a user. */
export interface FirebaseSubscriptionRow {
  id: number
  /** The address of the device. */
  token: string
  user_id: number
  access_token_id: number | null
}

/** A row as it is inserted. */
type WithGeneratedId<Row> = Omit<Row, 'id'> & { id: Generated<number> }

declare module '@parley/server' {
  interface Tables {
    push_subscriptions: WithGeneratedId<PushSubscriptionRow>
    firebase_push_subscriptions: WithGeneratedId<FirebaseSubscriptionRow>
  }

  interface ResourceRows {
    push_subscriptions: PushSubscriptionRow
    firebase_push_subscriptions: FirebaseSubscriptionRow
  }
}
