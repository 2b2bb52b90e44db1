import { readAttributes } from '../../engine/jsonapi/write.ts'
import {
  ForumError,
  type Problem,
  permissionDenied,
  tooManyRequests,
  validationError,
} from '../../infrastructure/errors.ts'
import { isTruthy } from '../../infrastructure/schema/values.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import type { WriteInput } from '../../points/resources/endpoints.ts'
import { redeemRegistrationToken } from '../external-log-in/registration-tokens.ts'
import { createUser, type NewUser, uniquenessProblems } from '../users/create-user.ts'
import { hashPassword } from '../users/passwords.ts'
import type { UserRow } from '../users/table.ts'
import {
  discardProvidedAvatar,
  fetchProvidedAvatar,
  readExternalRegistration,
} from './external-registration.ts'
import { countAsRefused, discountAttempt, limitedAddress } from './refused-names.ts'

/** An account to be made, and the token it is made with. */
export interface Registration {
  user: NewUser
  token?: string
  /** The address it was counted for; undefined for those who have no limit. */
  countedFor: string | undefined
}

const names = ['username', 'email', 'password'] as const

/** What `POST /api/users` asks for, judged: anybody may while sign-up is open, else administrators (api-core 3.5). */
export async function prepareRegistration(input: WriteInput, context: Context): Promise<Registration> {
  const { actor, forum } = context
  if (!actor.isAdmin && !forum.settings.get('allow_sign_up')) throw permissionDenied()
  await countAsRefused(context)
  const external = await readExternalRegistration(input, context)
  const { username, email, password } = await readAccount(external?.attributes ?? input.attributes, context)
  const isConfirmed = actor.isAdmin && isTruthy(input.attributes.isEmailConfirmed)
  const picture = external?.provided.avatar_url
  const countedFor = await count(context)
  try {
    const user = {
      username,
      email,
      password: await hashPassword(password),
      isEmailConfirmed: isConfirmed || external?.provided.email !== undefined,
      ...(picture !== undefined && { avatar: await fetchProvidedAvatar(context, picture) }),
    }
    return { user, countedFor, ...(external && { token: external.token }) }
  } catch (error) {
    await discount(context, countedFor)
    throw error
  }
}

/** What `prepareRegistration` made is not needed: no account came of it. */
export async function abandonRegistration(registration: unknown, context: Context): Promise<void> {
  const { user, countedFor } = registration as Registration
  await discount(context, countedFor)
  await discardProvidedAvatar(context, user.avatar)
}

/** Counts at once, not when the account is there: many may register at the same instant. */
async function count(context: Context): Promise<string | undefined> {
  const address = limitedAddress(context)
  if (address === undefined) return undefined
  const wait = await context.forum.rateLimits.take('registrationsPerAddress', address)
  if (wait !== undefined) throw tooManyRequests(wait)
  return address
}

async function discount({ forum }: Context, address: string | undefined): Promise<void> {
  if (address !== undefined) await forum.rateLimits.giveBack('registrationsPerAddress', address)
}

/** Makes the account that was prepared. */
export async function register({ user, token }: Registration, context: WriteContext): Promise<UserRow> {
  const created = await createUser(context, user)
  if (token !== undefined) await redeemRegistrationToken(context, token, created.id)
  discountAttempt(context)
  return created
}

/**
 * Reads name, address and password; every one that is refused is named, taken ones among them, in this order.
 * Throws a validation error.
 */
export async function readAccount(
  attributes: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Record<(typeof names)[number], string>> {
  const values = { username: '', email: '', password: '' }
  const problems: Problem[] = []
  for (const name of names) {
    try {
      values[name] = readAttributes(context, 'users', attributes, [name])[name] as string
      problems.push(...(await uniquenessProblems(context, { [name]: values[name] })))
    } catch (error) {
      if (!(error instanceof ForumError)) throw error
      problems.push(...error.problems)
    }
  }
  if (problems.length > 0) throw validationError({ problems })
  return values
}
