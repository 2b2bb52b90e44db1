import type { Context, WriteContext } from '../context.ts'
import { ForumError, type Problem, permissionDenied, tooManyRequests, validationError } from '../errors.ts'
import { redeemRegistrationToken } from '../external-log-in/registration-tokens.ts'
import { readAttributes } from '../jsonapi/write.ts'
import type { WriteInput } from '../points/endpoints.ts'
import { addressKey } from '../rate-limits.ts'
import { isTruthy } from '../schema/values.ts'
import { createUser, type NewUser, takenProblems } from './create-user.ts'
import {
  discardProvidedAvatar,
  fetchProvidedAvatar,
  readExternalRegistration,
} from './external-registration.ts'
import { hashPassword } from './passwords.ts'
import type { UserRow } from './table.ts'

/** An account to be made, and the token it is made with. */
export interface Registration {
  user: NewUser
  token?: string
}

const names = ['username', 'email', 'password'] as const

/** What `POST /api/users` asks for, judged: anybody may while sign-up is open, else administrators (api-core 3.5). */
export async function prepareRegistration(input: WriteInput, context: Context): Promise<Registration> {
  const { actor, forum } = context
  if (!actor.isAdmin && !forum.settings.get('allow_sign_up')) throw permissionDenied()
  const external = await readExternalRegistration(input, context)
  const { username, email, password } = await readAccount(external?.attributes ?? input.attributes, context)
  await countRegistration(context)
  const isConfirmed = actor.isAdmin && isTruthy(input.attributes.isEmailConfirmed)
  const user = {
    username,
    email,
    password: await hashPassword(password),
    isEmailConfirmed: isConfirmed || external?.provided.email !== undefined,
  }
  if (!external) return { user }
  const { token, provided } = external
  const picture = provided.avatar_url
  return {
    user: { ...user, ...(picture !== undefined && { avatar: await fetchProvidedAvatar(context, picture) }) },
    token,
  }
}

/** What `prepareRegistration` made is not needed. */
export async function abandonRegistration(registration: unknown, context: Context): Promise<void> {
  await discardProvidedAvatar(context, (registration as Registration).user.avatar)
}

/** Makes the account that was prepared. */
export async function register({ user, token }: Registration, context: WriteContext): Promise<UserRow> {
  const created = await createUser(context, user)
  if (token !== undefined) await redeemRegistrationToken(context, token, created.id)
  return created
}

/** Counts a registration that nothing is wrong with; 429 when there were too many from that address. */
async function countRegistration({ actor, client, forum }: Context): Promise<void> {
  if (actor.isAdmin || !client || client.hasApiKey) return
  const wait = await forum.rateLimits.take('registrationsPerAddress', addressKey(client.ip))
  if (wait !== undefined) throw tooManyRequests({ headers: { 'retry-after': String(wait) } })
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
      problems.push(...(await takenProblems(context, { [name]: values[name] })))
    } catch (error) {
      if (!(error instanceof ForumError)) throw error
      problems.push(...error.problems)
    }
  }
  if (problems.length > 0) throw validationError({ problems })
  return values
}
