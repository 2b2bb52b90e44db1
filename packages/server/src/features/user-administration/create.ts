import { permissionDenied } from '../../infrastructure/errors.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { isTruthy } from '../../infrastructure/schema/values.ts'
import { type Context, timestamp } from '../../points/context/context.ts'
import { createUser, planUser } from '../users/create-user.ts'
import { hashPassword } from '../users/passwords.ts'
import type { UserRow } from '../users/table.ts'

/**
 * Creates an account for another person, whether sign-up is open or not. It begins read up. Without a password the account has none, and a mail
 * invites its owner to choose one. Throws 403 without `user.editCredentials`, 422 for invalid values.
 */
export async function createAccount(
  sent: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<UserRow> {
  if (!context.actor.hasPermission('user.editCredentials')) throw permissionDenied()
  const isInvited = sent.password === undefined || sent.password === null || sent.password === ''
  const attributes = isInvited ? { ...sent, password: randomText(40) } : sent
  const input = { attributes, relationships: {}, meta: {} }
  const user = await planUser(context, input, { isEmailConfirmed: isTruthy(sent.isEmailConfirmed) })
  const password = isInvited ? '' : await hashPassword(user.password)
  // What was written before the account existed counts as read.
  const columns = { password, marked_all_as_read_at: timestamp(context) }
  return context.forum.write(context, (writing) => createUser(writing, user, columns))
}
