import { currentRow } from '../../engine/jsonapi/rows.ts'
import { notFound, permissionDenied } from '../../infrastructure/errors.ts'
import type { WriteContext } from '../../points/context/context.ts'
import { deleteEveryToken } from '../access-tokens/session-routes.ts'
import { setGroups } from '../accounts/change-account.ts'
import { setConfirmedEmail } from '../accounts/confirm-routes.ts'
import { deleteUser } from '../accounts/delete-user.ts'
import type { UserRow } from '../users/table.ts'
import type { ActionName } from './action-names.ts'

/** An action with its group, if it has one. */
export interface UserAction {
  name: ActionName
  /** Of `addGroup` and `removeGroup`. */
  groupId: number | null
}

/** The ability on the account that each action requires. To confirm is to decide on the address. */
const abilities: Record<ActionName, string> = {
  confirm: 'editCredentials',
  addGroup: 'editGroups',
  removeGroup: 'editGroups',
  logOut: 'editCredentials',
  delete: 'delete',
}

/**
 * Does something to an account that the caller has locked. Returns false if nothing was to be done. Throws 403 without the
 * ability, 404 for a group that does not exist, and what the change itself throws.
 */
export async function act(context: WriteContext, user: UserRow, action: UserAction): Promise<boolean> {
  if (!context.actor.can(abilities[action.name], 'users', user)) throw permissionDenied()
  return change(context, user, action)
}

async function change(context: WriteContext, user: UserRow, { name, groupId }: UserAction): Promise<boolean> {
  switch (name) {
    case 'confirm':
      if (user.is_email_confirmed) return false
      await setConfirmedEmail(context, user, user.email)
      return true
    case 'addGroup':
    case 'removeGroup':
      return changeMembership(context, user, groupId ?? 0, name === 'addGroup')
    case 'logOut':
      await deleteEveryToken(context, user.id)
      return true
    case 'delete':
      await deleteUser(user, context)
      return true
  }
}

async function changeMembership(
  context: WriteContext,
  user: UserRow,
  groupId: number,
  isAdded: boolean,
): Promise<boolean> {
  const others = user.group_ids.filter((id) => id !== groupId)
  const isMember = others.length < user.group_ids.length
  if (isMember === isAdded) return false
  if (isAdded && !(await currentRow(context, 'groups', groupId))) throw notFound()
  await setGroups(isAdded ? [...others, groupId] : others, user, context)
  await context.emit('resource.changed', { type: 'users', id: user.id })
  return true
}
