import { currentRow, lockRow } from '../../engine/jsonapi/rows.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import { timestamp } from '../../points/context/context.ts'
import { createAccessToken } from '../access-tokens/tokens.ts'
import { setConfirmedEmail } from '../accounts/confirm-routes.ts'
import { deletePasswordTokens } from '../accounts/tokens.ts'
import { findByEmail } from '../users/find.ts'
import { createRegistrationToken, linkIdentity } from './registration-tokens.ts'
import './table.ts'

/** An identity that another site has verified. */
export interface ExternalIdentity {
  /** Name of the site's extension: `github`. */
  provider: string
  /** The account's immutable id there, usually a number. */
  identifier: string
  /** Attributes from the site; an address only if the site has verified it. */
  provided?: { username?: string; email?: string; avatarUrl?: string }
  /** Further values to fill the registration form with. */
  suggested?: { username?: string; email?: string }
  /** Passed to listeners of `user.registeredExternally`; stored as JSON. */
  payload?: unknown
}

/** Either the log-in of an account, or the values of the registration form. */
export type ExternalLogIn =
  | {
      loggedIn: true
      userId: number
      /** For `session.logIn(token, true)`. */
      token: string
    }
  | {
      loggedIn: false
      /** Values of the client's form, the token to send, and the names of read-only fields. */
      registration: { username?: string; email?: string; token: string; provided: string[] }
    }

/**
 * Completes a log-in at another site (api-core 4.23): logs in the account that the identity is linked to, else links
 * the account with the provided address, else returns the values for a registration.
 */
export function completeExternalLogIn(context: Context, identity: ExternalIdentity): Promise<ExternalLogIn> {
  return context.forum.write(context, async (writing) => {
    const { provider, identifier, provided = {} } = identity
    await context.forum.database.dialect.lock(writing.db, `identity ${provider} ${identifier}`)
    const userId =
      (await findLinkedUser(writing, identity)) ??
      (provided.email === undefined ? undefined : await linkByEmail(writing, identity, provided.email))
    return userId === undefined ? beginRegistration(writing, identity) : logIn(writing, userId)
  })
}

async function findLinkedUser(
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
  // Locks the account's row first, as its deletion does, which also deletes the identity.
  await lockRow(context, 'users', linked.user_id)
  const updated = await context.db
    .updateTable('login_providers')
    .set({ last_login_at: timestamp(context) })
    .where('provider', '=', provider)
    .where('identifier', '=', identifier)
    .returning('user_id')
    .executeTakeFirst()
  return updated?.user_id
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
    // The account's creator never confirmed this address: end their access.
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
