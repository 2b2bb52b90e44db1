import {
  countAction,
  type Extension,
  findRowForUpdate,
  notFound,
  permissionDenied,
  tooManyRequests,
  type WriteContext,
  writeAuditEntry,
} from '@parley/server'
import { z } from 'zod'
import { give } from './give.ts'
import type { Kudos } from './shared.ts'

const dayMs = 24 * 3600 * 1000

type Route = NonNullable<Extension['routes']>[number]

/** `POST /api/users/{id}/kudos`: thanks a user. */
export const giveRoute: Route = {
  method: 'POST',
  path: '/api/users/:id/kudos',
  describes: { summary: 'Thank a user', answers: { 204: 'empty', 403: 'error', 404: 'error', 429: 'error' } },
  async run({ params }, context) {
    await countAction(context, 'kudosPerAccount')
    await context.forum.write(context, (writing) => thank(Number(params.id), writing))
    return { status: 204, empty: true }
  },
}

async function thank(userId: number, context: WriteContext): Promise<void> {
  const { actor, forum } = context
  if (!Number.isSafeInteger(userId)) throw notFound()
  const user = await findRowForUpdate(context, 'users', userId)
  if (!actor.can('giveKudos', 'users', user)) throw permissionDenied()
  await requireRest(context)
  const [reason = ''] = forum.settings.get('kudos_reasons')
  give(context, { userId, giverId: actor.id, reason })
  await writeAuditEntry(context, 'kudos.given', { target: { id: userId, name: user.username } })
}

/** Throws 429 if the actor has given all kudos of a day. */
async function requireRest({ actor, db, forum, now }: WriteContext): Promise<void> {
  const perDay = forum.settings.get('kudos_per_day')
  const given = await db
    .selectFrom('thanks')
    .select('created_at')
    .where('giver_id', '=', actor.id)
    .where('created_at', '>', new Date(now.getTime() - dayMs).toISOString())
    .orderBy('created_at')
    .limit(perDay)
    .execute()
  const [first] = given
  if (first && given.length >= perDay)
    throw tooManyRequests((Date.parse(first.created_at) + dayMs - now.getTime()) / 1000)
}

const latestSchema = z.object({
  kudos: z.array(z.object({ id: z.int(), username: z.string(), reason: z.string(), createdAt: z.string() })),
})

/** `GET /api/admin/kudos`: the newest, for administrators. */
export const latestRoute: Route = {
  method: 'GET',
  path: '/api/admin/kudos',
  describes: { summary: 'List the newest kudos', answers: { 200: { json: latestSchema }, 403: 'error' } },
  async run(_request, { actor, db }) {
    if (!actor.can('administrate')) throw permissionDenied()
    const rows = await db
      .selectFrom('thanks')
      .innerJoin('users', 'users.id', 'thanks.user_id')
      .select(['thanks.id', 'users.username', 'thanks.reason', 'thanks.created_at'])
      .orderBy('thanks.id', 'desc')
      .limit(20)
      .execute()
    const kudos: Kudos[] = rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }))
    return { status: 200, json: { kudos } }
  },
}
