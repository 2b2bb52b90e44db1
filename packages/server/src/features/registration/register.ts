import { permissionDenied } from '../../infrastructure/errors.ts'
import { isTruthy } from '../../infrastructure/schema/values.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import { countAction } from '../../points/requests/rate-limits.ts'
import type { WriteInput } from '../../points/resources/endpoints.ts'
import { redeemRegistrationToken } from '../external-log-in/registration-tokens.ts'
import { createUser, type NewUser, type PlannedUser, planUser } from '../users/create-user.ts'
import { hashPassword } from '../users/passwords.ts'
import type { UserRow } from '../users/table.ts'
import {
  discardProvidedAvatar,
  fetchProvidedAvatar,
  readExternalRegistration,
} from './external-registration.ts'
import { countClaim, rateLimitedAddress, refundClaim } from './refused-names.ts'

/** A prepared account, with the registration token that it uses. */
export interface Registration {
  user: PlannedUser
  columns: NewUser
  token?: string
  /** The client address whose limit counted this registration; undefined without a limit. */
  countedFor: string | undefined
}

/** Checks and prepares `POST /api/users`; while sign-up is closed, only for administrators (api-core 3.5). */
export async function prepareRegistration(input: WriteInput, context: Context): Promise<Registration> {
  const { actor, forum } = context
  if (!actor.isAdmin && !forum.settings.get('allow_sign_up')) throw permissionDenied()
  await countClaim(context)
  const external = await readExternalRegistration(input, context)
  const isConfirmed = actor.isAdmin && isTruthy(input.attributes.isEmailConfirmed)
  const user = await planUser(
    context,
    { ...input, attributes: external?.attributes ?? input.attributes },
    { isEmailConfirmed: isConfirmed || external?.provided.email !== undefined },
  )
  // An account without picture is better than none where the operator has closed the way to other sites.
  const picture = context.forum.network.isOff ? undefined : external?.provided.avatar_url
  const countedFor = await countRegistration(context)
  try {
    const columns = {
      password: await hashPassword(user.password),
      ...(picture !== undefined && { avatar_url: await fetchProvidedAvatar(context, picture) }),
    }
    return { user, columns, countedFor, ...(external && { token: external.token }) }
  } catch (error) {
    await refundRegistration(context, countedFor)
    throw error
  }
}

/** Undoes `prepareRegistration` after the creation of the account failed. */
export async function abandonRegistration(registration: unknown, context: Context): Promise<void> {
  const { columns, countedFor } = registration as Registration
  await refundRegistration(context, countedFor)
  await discardProvidedAvatar(context, columns.avatar_url)
}

/** Counts before the account exists, so that concurrent registrations stay within the limit. */
async function countRegistration(context: Context): Promise<string | undefined> {
  const address = rateLimitedAddress(context)
  if (address === undefined) return undefined
  await countAction(context, 'registrationsPerAddress', address)
  return address
}

async function refundRegistration({ forum }: Context, address: string | undefined): Promise<void> {
  if (address !== undefined) await forum.rateLimits.refund('registrationsPerAddress', address)
}

/** Creates the prepared account. */
export async function register(
  { user, columns, token }: Registration,
  context: WriteContext,
): Promise<UserRow> {
  const created = await createUser(context, user, columns)
  if (token !== undefined) await redeemRegistrationToken(context, token, created.id)
  refundClaim(context)
  return created
}
