import { currentRow, lockRow } from '../../engine/jsonapi/rows.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import { timestamp } from '../../points/context/context.ts'
import { createAccessToken } from '../access-tokens/tokens.ts'
import { setConfirmedEmail } from '../accounts/confirm-routes.ts'
import { deletePasswordTokens } from '../accounts/tokens.ts'
import { findByEmail } from '../users/find.ts'
import { createRegistrationToken, linkIdentity } from './registration-tokens.ts'
import './table.ts'

/** Somebody whom another site has vouched for. */
export interface ExternalIdentity {
  /** Name of the site's extension: `github`. */
  provider: string
  /** What the account is called there for good: mostly a number. */
  identifier: string
  /** What the site vouches for; only addresses that it has made sure of. */
  provided?: { username?: string; email?: string; avatarUrl?: string }
  /** What the form to register is filled with besides. */
  suggested?: { username?: string; email?: string }
  /** Handed to listeners of `user.registeredExternally`; kept as JSON. */
  payload?: unknown
}

/** Either somebody is logged in, or the form to register has to be shown. */
export type ExternalLogIn =
  | {
      loggedIn: true
      userId: number
      /** For `session.logIn(token, true)`. */
      token: string
    }
  | {
      loggedIn: false
      /** What the client's form takes: values, the token to send along, and names of fields that are fixed. */
      registration: { username?: string; email?: string; token: string; provided: string[] }
    }

/**
 * Ends a log-in at another site (api-core 4.23): an identity that is known logs its account in; an address that is
 * provided and belongs to an account links the two; else it gives what registering takes.
 */
export function completeExternalLogIn(context: Context, identity: ExternalIdentity): Promise<ExternalLogIn> {
  return context.forum.write(context, async (writing) => {
    const { provider, identifier, provided = {} } = identity
    await context.forum.database.dialect.lock(writing.db, `identity ${provider} ${identifier}`)
    const userId =
      (await knownUser(writing, identity)) ??
      (provided.email === undefined ? undefined : await linkByEmail(writing, identity, provided.email))
    return userId === undefined ? beginRegistration(writing, identity) : logIn(writing, userId)
  })
}

async function knownUser(
  context: WriteContext,
  { provider, identifier }: ExternalIdentity,
): Promise<number | undefined> {
  const linked = await context.db
    .selectFrom('login_providers')
    .select('user_id')
    .where('provider', '=', provider)
    .where('identifier', '=', identifier)
    .executeTakeFirst()
  if (!linked) return undefined
  // The account first: its deletion takes the identity along.
  await lockRow(context, 'users', linked.user_id)
  const known = await context.db
    .updateTable('login_providers')
    .set({ last_login_at: timestamp(context) })
    .where('provider', '=', provider)
    .where('identifier', '=', identifier)
    .returning('user_id')
    .executeTakeFirst()
  return known?.user_id
}

async function linkByEmail(
  context: WriteContext,
  identity: ExternalIdentity,
  email: string,
): Promise<number | undefined> {
  const found = await findByEmail(context.db, email)
  if (!found) return undefined
  await lockRow(context, 'users', found.id)
  const user = await currentRow(context, 'users', found.id)
  if (!user) return undefined
  if (!user.is_email_confirmed) {
    // Whoever made the account never proved to read that address: it is not theirs, and they are not to stay in it.
    const { db } = context
    await db.updateTable('users').set({ password: '' }).where('id', '=', user.id).execute()
    await db.deleteFrom('access_tokens').where('user_id', '=', user.id).execute()
    await deletePasswordTokens(db, user.id)
    await setConfirmedEmail(context, user, user.email)
  }
  await linkIdentity(context, user.id, identity)
  return user.id
}

async function logIn(context: WriteContext, userId: number): Promise<ExternalLogIn> {
  const { db, now, client } = context
  const { token } = await createAccessToken(db, {
    userId,
    type: 'session_remember',
    now,
    ...(client && { client }),
  })
  return { loggedIn: true, userId, token }
}

async function beginRegistration(context: WriteContext, identity: ExternalIdentity): Promise<ExternalLogIn> {
  const { provider, identifier, provided = {}, suggested = {}, payload } = identity
  const { avatarUrl, ...named } = provided
  const token = await createRegistrationToken(context, {
    provider,
    identifier,
    provided: { ...named, ...(avatarUrl !== undefined && { avatar_url: avatarUrl }) },
    payload,
  })
  return {
    loggedIn: false,
    registration: { ...suggested, ...named, token, provided: Object.keys(named) },
  }
}
