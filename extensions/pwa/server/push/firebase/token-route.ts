import {
  answerRow,
  problemOf,
  type Route,
  text,
  translatorOf,
  validationError,
  type WriteContext,
} from '@parley/server'
import { z } from 'zod'
import '../tables.ts'
import { deleteSurplus, lockOwner, requireAccount } from '../subscriptions/owner.ts'

/** Firebase names no length of a token (https://firebase.google.com/docs/cloud-messaging/manage-tokens). */
const tokenSchema = text({ max: 2048 }).refine((value) => /^[!-~]+$/.test(value))

/** `POST /api/pwa/firebase-push-subscriptions`: the device gets the pushes of the actor, and no more those of the user before. */
export const firebaseTokenRoute: Route = {
  method: 'POST',
  path: '/api/pwa/firebase-push-subscriptions',
  document: { type: 'firebase_push_subscriptions', include: { default: ['user'] } },
  describes: {
    summary: 'Send push notifications to a device over Firebase',
    body: z.object({ token: tokenSchema }),
    answers: { 201: { resource: 'firebase_push_subscriptions' }, 401: 'error', 422: 'error' },
  },
  async run(request, context) {
    requireAccount(context)
    const { success, data } = tokenSchema.safeParse(request.body.token)
    if (!success) {
      const rule = request.body.token ? 'string' : 'required'
      throw validationError({ problems: [problemOf(rule, 'token', translatorOf(context))] })
    }
    // A moment later the row may be another member's.
    return context.forum.write(context, async (writing) =>
      answerRow(request, writing, await register(writing, data), { status: 201 }),
    )
  },
}

async function register(context: WriteContext, token: string): Promise<number> {
  const owner = await lockOwner(context)
  const { id } = await context.db
    .insertInto('firebase_push_subscriptions')
    .values({ token, ...owner })
    .onConflict((conflict) => conflict.column('token').doUpdateSet(owner))
    .returning('id')
    .executeTakeFirstOrThrow()
  await deleteSurplus(context, 'firebase_push_subscriptions', { userId: owner.user_id, kept: id })
  return id
}
