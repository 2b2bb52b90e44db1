import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import { deleteUser, isDeletable } from './actions.ts'
import { UserControls, UserDestructiveControls, UserModerationControls, type UserProps } from './slots.ts'

/**
 * The menu of a user's page. Only its items know whether they apply, so they are rendered eagerly; the style sheet
 * hides the button of an empty menu.
 */
export function UserMenu({ user }: UserProps): ReactNode {
  const { t } = useApp()
  return (
    <div className="UserCard-controls">
      <Dropdown
        isEager
        variant="outline"
        endIcon="more"
        align="end"
        accessibleLabel={t('core.forum.user_controls.toggle_dropdown_accessible_label', {
          username: user.displayName,
        })}
        label={<span className="u-wide">{t('core.forum.user_controls.button')}</span>}
      >
        <div className="Menu-group">
          <UserControls user={user} />
        </div>
        <div className="Menu-group">
          <UserModerationControls user={user} />
        </div>
        <div className="Menu-group">
          <UserDestructiveControls user={user} />
        </div>
      </Dropdown>
    </div>
  )
}

const loadEditUser = async () => (await import('./edit/EditUserModal.tsx')).EditUserModal

export function EditControl({ user }: UserProps): ReactNode {
  const { t, modals } = useApp()
  if (!user.canEdit && !user.canEditCredentials && !user.canEditGroups) return null
  return (
    <MenuItem icon="edit" load={loadEditUser} onSelect={() => void modals.load(loadEditUser, { user })}>
      {t('core.forum.user_controls.edit_button')}
    </MenuItem>
  )
}

export function DeleteControl({ user }: UserProps): ReactNode {
  const app = useApp()
  if (!isDeletable(user)) return null
  return (
    <MenuItem icon="trash" isDanger onSelect={() => void deleteUser(app, user)}>
      {app.t('core.forum.user_controls.delete_button')}
    </MenuItem>
  )
}
