import type { Queries } from '../../infrastructure/db/tables.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import type { WriteContext } from '../../points/context/context.ts'
import { timestamp } from '../../points/context/context.ts'
import { hashToken } from '../access-tokens/tokens.ts'
import { invalidConfirmationToken, isFresh } from '../accounts/tokens.ts'

/** Attributes that another site has verified; registering cannot change them. Names are those of the columns. */
export interface ProvidedAttributes {
  username?: string
  /** An address that the site has verified: it counts as confirmed here. */
  email?: string
  avatar_url?: string
}

/** A verified identity at another site that registers here. */
export interface RegistrationIdentity {
  provider: string
  identifier: string
  provided: ProvidedAttributes
  payload: unknown
}

declare module '../../points/events/event-types.ts' {
  interface Events {
    /** An account was made with an identity at another site. */
    'user.registeredExternally': { userId: number; provider: string; identifier: string; payload: unknown }
  }
}

/** Makes the token for registering an identity. */
export async function createRegistrationToken(
  context: WriteContext,
  { provider, identifier, provided, payload }: RegistrationIdentity,
): Promise<string> {
  const token = randomText(40)
  await context.db
    .insertInto('registration_tokens')
    .values({
      token_hash: hashToken(token),
      provider,
      identifier,
      user_attributes: JSON.stringify(provided),
      payload: payload === undefined ? null : JSON.stringify(payload),
      created_at: timestamp(context),
    })
    .execute()
  return token
}

/** Reads the identity of a token; 403 for an unknown or expired token. */
export async function readRegistrationToken(
  db: Queries,
  token: unknown,
  now: Date,
): Promise<RegistrationIdentity> {
  const row =
    typeof token === 'string'
      ? await db
          .selectFrom('registration_tokens')
          .selectAll()
          .where('token_hash', '=', hashToken(token))
          .executeTakeFirst()
      : undefined
  if (!row || !isFresh(row.created_at, now)) throw invalidConfirmationToken()
  const { provider, identifier, user_attributes, payload } = row
  return {
    provider,
    identifier,
    provided: JSON.parse(user_attributes) as ProvidedAttributes,
    payload: payload === null ? undefined : JSON.parse(payload),
  }
}

/** Deletes a token and links its identity to the account. 403 if another request used the token first. */
export async function redeemRegistrationToken(
  context: WriteContext,
  token: string,
  userId: number,
): Promise<void> {
  const { db, now } = context
  const { provider, identifier, payload } = await readRegistrationToken(db, token, now)
  const used = await db
    .deleteFrom('registration_tokens')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (used.numDeletedRows === 0n || !(await linkIdentity(context, userId, { provider, identifier })))
    throw invalidConfirmationToken()
  await context.emit('user.registeredExternally', { userId, provider, identifier, payload })
}

/** Links an identity to an account; false if the identity is linked already. */
export async function linkIdentity(
  context: WriteContext,
  userId: number,
  { provider, identifier }: Pick<RegistrationIdentity, 'provider' | 'identifier'>,
): Promise<boolean> {
  const time = timestamp(context)
  const linked = await context.db
    .insertInto('login_providers')
    .values({ user_id: userId, provider, identifier, created_at: time, last_login_at: time })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return linked.numInsertedOrUpdatedRows === 1n
}
