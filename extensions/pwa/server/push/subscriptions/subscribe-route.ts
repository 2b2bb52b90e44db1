import {
  answerRow,
  type Context,
  problemOf,
  type Route,
  timestamp,
  translatorOf,
  validationError,
  type WriteContext,
} from '@parley/server'
import { z } from 'zod'
import '../tables.ts'
import { deleteSurplus, lockOwner, requireAccount } from './owner.ts'
import { readSubscription, type SentSubscription, subscriptionSchema } from './schema.ts'

/** `POST /api/pwa/push`: the browser gets the pushes of the actor, and no more those of the user before. */
export const subscribeRoute: Route = {
  method: 'POST',
  path: '/api/pwa/push',
  document: { type: 'push_subscriptions', include: { default: ['user'] } },
  describes: {
    summary: 'Send push notifications to a browser',
    body: z.object({ subscription: subscriptionSchema }),
    answers: {
      201: { resource: 'push_subscriptions' },
      400: 'error',
      401: 'error',
      403: 'error',
      422: 'error',
    },
  },
  async run(request, context) {
    requireAccount(context)
    const subscription = readSubscription(request.body.subscription)
    if (!subscription)
      throw validationError({ problems: [problemOf('regex', 'subscription', translatorOf(context))] })
    const known = await findSame(context, subscription)
    if (known !== undefined) return answerRow(request, context, known, { status: 201 })
    // A moment later the row may be another member's.
    return context.forum.write(context, async (writing) =>
      answerRow(request, writing, await subscribe(writing, subscription), { status: 201 }),
    )
  },
}

/** Milliseconds within which a subscription that is sent again stays as it is: each page that is loaded sends its own. */
const freshness = 600_000

async function findSame(context: Context, sent: SentSubscription): Promise<number | undefined> {
  const { db, actor, client, now } = context
  const row = await db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('endpoint', '=', sent.endpoint)
    .executeTakeFirst()
  if (row?.user_id !== actor.id || row.access_token_id !== (client?.accessTokenId ?? null)) return undefined
  if (now.getTime() - Date.parse(row.last_used ?? '1970-01-01') > freshness) return undefined
  const values = columnsOf(context, sent)
  const isSame = Object.entries(values).every(([name, value]) => row[name as keyof typeof values] === value)
  return isSame ? row.id : undefined
}

function columnsOf({ forum }: Context, { expirationTime, keys }: SentSubscription) {
  return {
    vapid_public_key: forum.settings.get('askvortsov-pwa.vapid.public'),
    keys: keys ? JSON.stringify({ p256dh: keys.p256dh, auth: keys.auth }) : null,
    expires_at: typeof expirationTime === 'number' ? new Date(expirationTime).toISOString() : null,
  }
}

async function subscribe(context: WriteContext, sent: SentSubscription): Promise<number> {
  const owner = await lockOwner(context)
  const { endpoint } = sent
  const values = { ...owner, ...columnsOf(context, sent), last_used: timestamp(context) }
  const { id } = await context.db
    .insertInto('push_subscriptions')
    .values({ endpoint, ...values })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  await deleteSurplus(context, 'push_subscriptions', { userId: owner.user_id, kept: id })
  return id
}
