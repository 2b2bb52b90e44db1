import type { WriteContext } from '../context.ts'
import type { UserRow } from '../users/table.ts'
import { createEmailToken } from './tokens.ts'

/** Sends a link to `email` that makes it the account's confirmed address. */
export async function mailConfirmation(
  { db, now }: WriteContext,
  user: Pick<UserRow, 'id'>,
  email: string,
): Promise<void> {
  await createEmailToken(db, { userId: user.id, email, now })
}
