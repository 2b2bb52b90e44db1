import { type ComposedNotification, type Context, composeNotifications } from '@parley/server'
import '../tables.ts'
import type { PushMessage } from '../../../shared.ts'
import { accountOf } from '../firebase/account.ts'
import { FirebaseSender } from '../firebase/send.ts'
import { vapidKeysOf } from '../keys.ts'
import { storedSubscription } from '../subscriptions/schema.ts'
import { messageOf, topicOf } from './message.ts'
import type { Outcome } from './outcome.ts'
import { PushServices } from './services.ts'
import type { Target } from './targets.ts'
import { WebPushSender } from './web-push.ts'

/** Requests that run at the same time. */
const concurrency = 10

/** Targets by what became of them. Those whose recipients are not to be told now are left out. */
export interface Delivered {
  sent: Target[]
  gone: Target[]
  later: (Target & { seconds?: number })[]
  refused: (Target & { reason: string })[]
}

/** A message for one recipient. */
interface Told {
  composed: ComposedNotification
  message: PushMessage
}

/** One request. */
type Send = () => Promise<Outcome>

/** Sends pushes to targets whose recipients want and may see at this moment what the notification tells of. */
export async function deliver(
  context: Context,
  targets: readonly Target[],
  stop: AbortSignal,
): Promise<Delivered> {
  const told = await messagesOf(context, targets)
  const sending = { told, services: new PushServices(context, stop) }
  const sends = [
    ...(await webSends(context, { ...sending, targets: ofService('web', targets) })),
    ...(await firebaseSends(context, { ...sending, targets: ofService('firebase', targets) })),
  ]
  const delivered: Delivered = { sent: [], gone: [], later: [], refused: [] }
  const waiting = sends.values()
  const work = async () => {
    for (const [target, send] of waiting) {
      const { kind, ...rest } = await send()
      stop.throwIfAborted()
      delivered[kind].push({ ...target, ...rest } as never)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return delivered
}

/** The messages by notification. What was read meanwhile is not told, nor is anything to accounts with only a guest's rights, such as suspended ones. */
async function messagesOf(context: Context, targets: readonly Target[]): Promise<Map<number, Told>> {
  const ids = [...new Set(targets.map(({ notification }) => notification))]
  const told = new Map<number, Told>()
  for (const composed of await composeNotifications(context, ids, { channel: 'push' })) {
    const isToldNow = composed.notification.read_at === null && !composed.context.actor.restriction
    const message = isToldNow ? await messageOf(composed) : undefined
    if (message) told.set(composed.id, { composed, message })
  }
  return told
}

function ofService(service: Target['service'], targets: readonly Target[]): Target[] {
  return targets.filter((target) => target.service === service)
}

interface Sending {
  targets: readonly Target[]
  told: ReadonlyMap<number, Told>
  services: PushServices
}

async function webSends(
  context: Context,
  { targets, told, services }: Sending,
): Promise<(readonly [Target, Send])[]> {
  const { db, forum } = context
  const keys = vapidKeysOf(forum)
  if (!keys || told.size === 0 || targets.length === 0) return []
  const ids = targets.map(({ subscription }) => subscription)
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'keys', 'user_id'])
    .where((eb) => forum.database.dialect.idIn(eb.ref('id'), ids))
    .where('vapid_public_key', '=', keys.publicKey)
    .execute()
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const sender = new WebPushSender(context, keys, services)
  return targets.flatMap((target) => {
    const row = rowsById.get(target.subscription)
    const { composed, message } = told.get(target.notification) ?? {}
    // The browser may be another member's by now.
    if (!row?.keys || !composed || composed.user.id !== row.user_id) return []
    const browser = storedSubscription(row)
    // An imported row may be anything.
    if (!browser) return [[target, async () => ({ kind: 'gone' as const })] as const]
    const push = { ...browser, message: JSON.stringify(message), topic: topicOf(composed) }
    return [[target, () => sender.send(push)] as const]
  })
}

async function firebaseSends(
  context: Context,
  { targets, told, services }: Sending,
): Promise<(readonly [Target, Send])[]> {
  const { db, forum } = context
  if (told.size === 0 || targets.length === 0) return []
  const account = accountOf(forum)
  if (!account) {
    forum.log.warn({}, 'The service account of Firebase cannot be read')
    return []
  }
  const ids = targets.map(({ subscription }) => subscription)
  const rows = await db
    .selectFrom('firebase_push_subscriptions')
    .select(['id', 'token', 'user_id'])
    .where((eb) => forum.database.dialect.idIn(eb.ref('id'), ids))
    .execute()
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const sender = new FirebaseSender(context, account, services)
  return targets.flatMap((target) => {
    const row = rowsById.get(target.subscription)
    const { composed, message } = told.get(target.notification) ?? {}
    if (!row || !composed || !message || composed.user.id !== row.user_id) return []
    const { title, content } = message
    return [[target, () => sender.send({ token: row.token, title, content })] as const]
  })
}
