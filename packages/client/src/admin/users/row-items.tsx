import type { ReactNode } from 'react'
import { deleteUser, isDeletable } from '../../features/users/actions.ts'
import type { UserProps } from '../../features/users/slots.ts'
import { useApp } from '../../points/app-context.ts'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import { useAdmin } from '../use-admin.ts'
import { openViewAs } from '../view-as/open-view-as.tsx'
import { confirmUser, loadUser, logOutUser, sendConfirmation } from './user-actions.ts'

const loadModal = async () => (await import('../../features/users/edit/EditUserModal.tsx')).EditUserModal

/** Loads the email address of an account, then opens the form that changes the account. */
export function EditItem({ user }: UserProps): ReactNode {
  const app = useApp()
  const { t, modals, alerts } = app
  if (!user.canEdit && !user.canEditCredentials && !user.canEditGroups) return null
  const open = async () => {
    try {
      await modals.load(loadModal, { user: (await loadUser(app, user)) ?? user })
    } catch (error) {
      alerts.showError(error)
    }
  }
  return (
    <MenuItem icon="edit" load={loadModal} onSelect={() => void open()}>
      {t('core.admin.users.grid.columns.edit_user.button')}
    </MenuItem>
  )
}

/** Confirms the email address of an account. */
export function ConfirmItem({ user }: UserProps): ReactNode {
  const app = useApp()
  const run = useReported()
  if (!user.canEditCredentials || user.isEmailConfirmed !== false) return null
  return (
    <MenuItem icon="check" onSelect={() => void run(() => confirmUser(app, user), 'confirmed', user)}>
      {app.t('core.admin.users.actions.confirm_button')}
    </MenuItem>
  )
}

/** Sends the mail with the link again. */
export function SendConfirmationItem({ user }: UserProps): ReactNode {
  const app = useApp()
  const run = useReported()
  if (!user.canEdit || user.isEmailConfirmed !== false) return null
  return (
    <MenuItem icon="refresh" onSelect={() => void run(() => sendConfirmation(app, user), 'sent', user)}>
      {app.t('core.admin.users.actions.send_confirmation_button')}
    </MenuItem>
  )
}

/** Opens a view of the forum as the account, for administrators. */
export function ViewAsItem({ user }: UserProps): ReactNode {
  const app = useApp()
  const { permissions } = useAdmin()
  if (!permissions.has('administrate') || user.id === app.userId) return null
  return (
    <MenuItem icon="eye" onSelect={() => void openViewAs(app, { kind: 'user', id: Number(user.id) })}>
      {app.t('core.admin.view_as.user_button', { username: user.displayName })}
    </MenuItem>
  )
}

/** Logs an account out everywhere, after a confirmation. */
export function LogOutItem({ user }: UserProps): ReactNode {
  const app = useApp()
  const { t, modals, userId } = app
  const run = useReported()
  if (!user.canEditCredentials || user.id === userId) return null
  const logOut = async () => {
    const isSure = await modals.confirm({
      title: t('core.admin.users.actions.log_out_title', { username: user.displayName }),
      text: t('core.admin.users.actions.log_out_text'),
      confirmLabel: t('core.admin.users.actions.log_out_button'),
    })
    if (isSure) await run(() => logOutUser(app, user), 'logged_out', user)
  }
  return (
    <MenuItem icon="logout" onSelect={() => void logOut()}>
      {t('core.admin.users.actions.log_out_button')}
    </MenuItem>
  )
}

/** Deletes an account, after a confirmation. */
export function DeleteItem({ user }: UserProps): ReactNode {
  const app = useApp()
  if (!isDeletable(user)) return null
  return (
    <MenuItem icon="trash" isDanger onSelect={() => void deleteUser(app, user)}>
      {app.t('core.forum.user_controls.delete_button')}
    </MenuItem>
  )
}

/** Runs an action on a user, and reports that it is done or why not. */
function useReported() {
  const { t, alerts } = useApp()
  return async (work: () => Promise<void>, done: string, { displayName: username }: UserProps['user']) => {
    try {
      await work()
      alerts.show(t(`core.admin.users.actions.${done}_message`, { username }), { tone: 'success' })
    } catch (error) {
      alerts.showError(error)
    }
  }
}
