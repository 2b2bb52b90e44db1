import type { Context, WriteContext } from '../context.ts'
import { ForumError, type Problem, permissionDenied, validationError } from '../errors.ts'
import { readAttributes } from '../jsonapi/write.ts'
import type { WriteInput } from '../points/endpoints.ts'
import { addressKey } from '../rate-limits.ts'
import { isTruthy } from '../schema/values.ts'
import { createUser, type NewUser, takenProblems } from './create-user.ts'
import { hashPassword } from './passwords.ts'
import type { UserRow } from './table.ts'

const names = ['username', 'email', 'password'] as const

/** What `POST /api/users` asks for, judged: anybody may while sign-up is open, else administrators (api-core 3.5). */
export async function prepareRegistration(input: WriteInput, context: Context): Promise<NewUser> {
  const { actor, forum } = context
  if (!actor.isAdmin && !forum.settings.get('allow_sign_up')) throw permissionDenied()
  const { username, email, password } = await readAccount(input.attributes, context)
  return {
    username,
    email,
    password: await hashPassword(password),
    isEmailConfirmed: actor.isAdmin && isTruthy(input.attributes.isEmailConfirmed),
  }
}

/** Makes the account that was prepared; registrations from one address count. */
export async function register(user: NewUser, context: WriteContext): Promise<UserRow> {
  const { actor, forum, client } = context
  const created = await createUser(context, user)
  if (!actor.isAdmin && client) {
    context.afterCommit(async () => {
      await forum.rateLimits.take('registrationsPerAddress', addressKey(client.ip))
    })
  }
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
      problems.push(...(await takenProblems(context, { [name]: values[name] })))
    } catch (error) {
      if (!(error instanceof ForumError)) throw error
      problems.push(...error.problems)
    }
  }
  if (problems.length > 0) throw validationError({ problems })
  return values
}
