import { lockRow } from '../../engine/jsonapi/rows.ts'
import { notAuthenticated } from '../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../points/requests/routes.ts'
import { endSessions } from './tokens.ts'

declare module '../../points/events/event-types.ts' {
  interface Events {
    /** Every access token of the account is void. Listeners void its other credentials. */
    'user.loggedOutEverywhere': { userId: number }
  }
}

/** Routes that end sessions other than by logging out (api-core 3.3, 3.14). */
export const endSessionRoutes: Route[] = [
  {
    method: 'DELETE',
    path: '/api/sessions',
    name: 'sessions.delete',
    describes: { summary: 'End all sessions but this one', answers: { 204: 'empty', 401: 'error' } },
    run: endOtherSessions,
  },
  {
    method: 'POST',
    path: '/global-logout',
    name: 'globalLogout',
    describes: {
      summary: 'Log out everywhere: every session and token ends',
      answers: { 204: 'empty', 303: 'redirect', 401: 'error' },
    },
    run: logOutEverywhere,
  },
]

/** Logs an account out everywhere: deletes its access tokens, of sessions and of programs. The caller has locked its row. */
export async function deleteEveryToken({ db, emit }: WriteContext, userId: number): Promise<void> {
  await db.deleteFrom('access_tokens').where('user_id', '=', userId).execute()
  await emit('user.loggedOutEverywhere', { userId })
}

async function endOtherSessions(_request: RouteRequest, context: Context): Promise<RouteAnswer> {
  const { actor, client, forum } = context
  if (actor.isGuest) throw notAuthenticated()
  await forum.write(context, ({ db }) => endSessions(db, actor.id, client?.sessionTokenId))
  return { status: 204, empty: true }
}

async function logOutEverywhere({ session, isForm }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const { actor, forum } = context
  if (actor.isGuest) throw notAuthenticated()
  await forum.write(context, async (writing) => {
    // Transactions that make tokens take this lock too: after it, this one sees all committed tokens.
    await lockRow(writing, 'users', actor.id)
    await deleteEveryToken(writing, actor.id)
  })
  session.logOut()
  return isForm ? { status: 303, redirect: `${forum.baseUrl}/` } : { status: 204, empty: true }
}
