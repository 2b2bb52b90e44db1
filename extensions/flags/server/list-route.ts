import { answerRows, type Context, type Extension, notAuthenticated } from '@parley/server'
import { listFlags } from './visible-flags.ts'

/** `GET /api/flags`: the newest flagged posts, each by the oldest of its flags that the actor may know of. */
export const listRoute: NonNullable<Extension['routes']>[number] = {
  method: 'GET',
  path: '/api/flags',
  isInViews: true,
  document: {
    type: 'flags',
    include: { default: ['user', 'post', 'post.user', 'post.discussion'] },
  },
  describes: { summary: 'List flagged posts', answers: { 200: { resources: 'flags' }, 401: 'error' } },
  async run(request, context) {
    if (context.actor.isGuest) throw notAuthenticated()
    const flags = await listFlags(context)
    if (!context.viewAs) await markSeen(context)
    return answerRows(
      request,
      context,
      flags.map(({ id }) => id),
    )
  },
}

/** Notes when the actor last opened the list. */
async function markSeen(context: Context): Promise<void> {
  const { actor, forum, now } = context
  await forum.write(context, ({ db }) =>
    db.updateTable('users').set({ read_flags_at: now.toISOString() }).where('id', '=', actor.id).execute(),
  )
}
