import { defineError, permissionDenied } from '../../infrastructure/errors.ts'
import { type Actor, administrators, members } from '../../points/context/actor.ts'
import { translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { UserRow } from './table.ts'

/** The change would leave the forum without an administrator. */
const lastAdministrator = defineError('last_administrator', 409)

/**
 * Whether the actor has every group of an account, and so every right that its owner has or gets with a confirmed address.
 * Only then the actor may change, log out or delete the account: otherwise a permission to edit accounts would be as good
 * as all rights of the accounts that it can take over.
 */
export function reaches(actor: Actor, { group_ids }: Pick<UserRow, 'group_ids'>): boolean {
  return actor.isAdmin || (actor.groupIds.has(members) && group_ids.every((id) => actor.groupIds.has(id)))
}

/** Throws 403 unless the actor may add accounts to all these groups: those that the actor belongs to. */
export function requireOwnGroups({ actor }: { actor: Actor }, groupIds: readonly number[]): void {
  if (!actor.isAdmin && groupIds.some((id) => !actor.groupIds.has(id))) throw permissionDenied()
}

/**
 * Throws 409 if an account is the only administrator, before it loses that group or is deleted. The lock makes such
 * changes of several administrators wait for each other.
 */
export async function keepAnAdministrator(context: WriteContext, user: UserRow): Promise<void> {
  if (!user.group_ids.includes(administrators)) return
  const { db, forum } = context
  await forum.database.dialect.lock(db, 'administrators')
  const other = await db
    .selectFrom('group_user')
    .innerJoin('users', 'users.id', 'group_user.user_id')
    .select('users.id')
    .where('group_user.group_id', '=', administrators)
    .where('users.id', '<>', user.id)
    .where('users.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (other) return
  const detail = translatorOf(context)('core.api.last_administrator_message')
  throw lastAdministrator({ problems: [{ detail }] })
}
