import { type ReactNode, useState } from 'react'
import { Time } from '../../base/i18n/Time.tsx'
import { useRecord } from '../../base/records/use-record.ts'
import { assignableGroups, groupIdsOf } from '../../features/users/edit/edit-user.ts'
import { GroupBadge } from '../../features/users/GroupBadge.tsx'
import type { UserProps } from '../../features/users/slots.ts'
import { userPath } from '../../features/users/user-path.ts'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { Avatar } from '../../ui/identity/Avatar.tsx'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { UserListActions, UserListCells, UserListHeads, type UserListOffer } from './slots.ts'
import { UserCell } from './UserCell.tsx'
import { showEmail } from './user-actions.ts'

interface UserTableProps extends UserListOffer {
  ids: readonly string[]
  selected: ReadonlySet<string>
  /** Whether the boxes show that everything is selected, and cannot be changed. */
  isEverything: boolean
  onSelect: (ids: readonly string[], isSelected: boolean) => void
}

const columns = ['username', 'email', 'group_badges', 'join_time', 'last_seen'] as const

/** The users of the list: a table, which narrow screens show as cards. */
export function UserTable({ ids, selected, isEverything, onSelect, filters }: UserTableProps): ReactNode {
  const { t } = useApp()
  const isAll = isEverything || (ids.length > 0 && ids.every((id) => selected.has(id)))
  return (
    <div className="Table UserTable">
      <table>
        <caption>
          <VisuallyHidden>{t('core.admin.users.title')}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col" className="UserTable-box">
              <label className="UserTable-all">
                <input
                  type="checkbox"
                  aria-label={t('core.admin.users.grid.select_all_label')}
                  checked={isAll}
                  disabled={isEverything}
                  onChange={() => onSelect(ids, !isAll)}
                />
                <span className="UserTable-label" aria-hidden="true">
                  {t('core.admin.users.grid.select_all_label')}
                </span>
              </label>
            </th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {t(`core.admin.users.grid.columns.${name}.title`)}
              </th>
            ))}
            <UserListHeads filters={filters} />
            <th scope="col">
              <VisuallyHidden>{t('core.admin.users.grid.columns.user_actions.title')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => (
            <UserRow
              key={id}
              id={id}
              isSelected={isEverything || selected.has(id)}
              isFixed={isEverything}
              filters={filters}
              onSelect={(isSelected) => onSelect([id], isSelected)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface UserRowProps extends UserListOffer {
  id: string
  isSelected: boolean
  isFixed: boolean
  onSelect: (isSelected: boolean) => void
}

function UserRow({ id, isSelected, isFixed, onSelect, filters }: UserRowProps): ReactNode {
  const { t, href } = useApp()
  const user = useRecord('users', id)
  // Deleted in the meantime.
  if (user === undefined) return null
  const { displayName, username, joinTime, lastSeenAt } = user
  return (
    <tr className={isSelected ? 'is-selected' : undefined}>
      <td className="UserTable-box">
        <input
          type="checkbox"
          aria-label={t('core.admin.users.grid.select_label', { username: displayName })}
          checked={isSelected}
          disabled={isFixed}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </td>
      <th scope="row">
        <span className="UserTable-user">
          <Avatar user={user} size="s" />
          <span className="UserTable-name">
            <a
              href={href(userPath(user))}
              title={t('core.admin.users.grid.columns.username.profile_link_tooltip', {
                username: displayName,
              })}
              dir="auto"
            >
              {displayName}
            </a>
            {username !== displayName && <span className="Muted">{username}</span>}
          </span>
        </span>
      </th>
      <UserCell label={t('core.admin.users.grid.columns.email.title')}>
        <Email user={user} />
      </UserCell>
      <UserCell label={t('core.admin.users.grid.columns.group_badges.title')}>
        <Groups user={user} />
      </UserCell>
      <UserCell label={t('core.admin.users.grid.columns.join_time.title')}>
        {joinTime ? <Time value={joinTime} /> : '–'}
      </UserCell>
      <UserCell label={t('core.admin.users.grid.columns.last_seen.title')}>
        {lastSeenAt ? <Time value={lastSeenAt} /> : '–'}
      </UserCell>
      <UserListCells user={user} filters={filters} />
      <td className="UserTable-actions">
        <Dropdown
          icon="more"
          isIconOnly
          variant="quiet"
          align="end"
          label={t('core.admin.users.grid.actions_label', { username: displayName })}
        >
          <UserListActions user={user} />
        </Dropdown>
      </td>
    </tr>
  )
}

function Groups({ user }: UserProps): ReactNode {
  const { t, store } = useApp()
  const ids = groupIdsOf(user)
  const groups = assignableGroups(store.all('groups')).filter(({ id }) => ids.includes(id))
  if (groups.length === 0)
    return <span className="Muted">{t('core.admin.users.grid.columns.group_badges.no_badges')}</span>
  return (
    <span className="UserTable-groups">
      {groups.map((group) => (
        <GroupBadge key={group.id} group={group} />
      ))}
    </span>
  )
}

/** An address, which breaks before its domain where it does not fit. */
function Address({ text }: { text: string }): ReactNode {
  const at = text.lastIndexOf('@')
  return (
    <span className="UserTable-address" dir="ltr">
      {text.slice(0, Math.max(at, 0))}
      <wbr />
      {text.slice(Math.max(at, 0))}
    </span>
  )
}

/** The address: masked until one asks for it. */
function Email({ user }: UserProps): ReactNode {
  const app = useApp()
  const { t, alerts } = app
  const [shown, setShown] = useState<string>()
  const [isLoading, setIsLoading] = useState(false)
  const masked = user.maskedEmail
  const address = shown ?? (masked === undefined ? user.email : undefined)
  const toggle = async () => {
    if (shown !== undefined) return setShown(undefined)
    setIsLoading(true)
    try {
      setShown(await showEmail(app, user))
    } catch (error) {
      alerts.showError(error)
    }
    setIsLoading(false)
  }
  return (
    <span className="UserTable-email">
      <Address text={address ?? masked ?? '–'} />
      {masked !== undefined && (
        <Button
          icon={shown === undefined ? 'eye' : 'eyeoff'}
          isIconOnly
          isSmall
          variant="quiet"
          isLoading={isLoading}
          onClick={() => void toggle()}
        >
          {t(`core.admin.users.grid.columns.email.visibility_${shown === undefined ? 'show' : 'hide'}`)}
        </Button>
      )}
      {user.isEmailConfirmed === false && (
        <span className="UserTable-state">{t('core.admin.users.grid.unconfirmed_text')}</span>
      )}
    </span>
  )
}
