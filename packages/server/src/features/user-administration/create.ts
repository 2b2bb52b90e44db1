import { permissionDenied } from '../../infrastructure/errors.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { isTruthy } from '../../infrastructure/schema/values.ts'
import type { Context } from '../../points/context/context.ts'
import { readAccount } from '../registration/register.ts'
import { createUser } from '../users/create-user.ts'
import { hashPassword } from '../users/passwords.ts'
import type { UserRow } from '../users/table.ts'

/**
 * Creates an account for someone else, whether sign-up is open or not. Without a password the account has none, and a mail
 * invites its owner to choose one. Throws 403 without `user.editCredentials`, 422 for invalid values.
 */
export async function createAccount(
  sent: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<UserRow> {
  if (!context.actor.hasPermission('user.editCredentials')) throw permissionDenied()
  const isInvited = sent.password === undefined || sent.password === null || sent.password === ''
  const account = await readAccount(isInvited ? { ...sent, password: randomText(40) } : sent, context)
  const password = isInvited ? '' : await hashPassword(account.password)
  const isEmailConfirmed = isTruthy(sent.isEmailConfirmed)
  return context.forum.write(context, (writing) =>
    createUser(writing, { ...account, password, isEmailConfirmed }),
  )
}
