import {
  answerRow,
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
    // A moment later the row may be another member's.
    return context.forum.write(context, async (writing) =>
      answerRow(request, writing, await subscribe(writing, subscription), { status: 201 }),
    )
  },
}

async function subscribe(context: WriteContext, sent: SentSubscription): Promise<number> {
  const owner = await lockOwner(context)
  const { endpoint, expirationTime, keys } = sent
  const values = {
    ...owner,
    vapid_public_key: context.forum.settings.get('askvortsov-pwa.vapid.public'),
    keys: keys ? JSON.stringify({ p256dh: keys.p256dh, auth: keys.auth }) : null,
    expires_at: typeof expirationTime === 'number' ? new Date(expirationTime).toISOString() : null,
    last_used: timestamp(context),
  }
  const { id } = await context.db
    .insertInto('push_subscriptions')
    .values({ endpoint, ...values })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  await deleteSurplus(context, 'push_subscriptions', { userId: owner.user_id, kept: id })
  return id
}
