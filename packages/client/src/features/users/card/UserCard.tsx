import { type ReactNode, useId, useRef } from 'react'
import { Rich } from '../../../base/i18n/Rich.tsx'
import { Time } from '../../../base/i18n/Time.tsx'
import { useApp } from '../../../points/app-context.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Avatar } from '../../../ui/identity/Avatar.tsx'
import { useHasLeft } from '../../../ui/use-has-left.ts'
import { AvatarEditor } from '../avatar/AvatarEditor.tsx'
import { UserMenu } from '../controls.tsx'
import { GroupBadge } from '../GroupBadge.tsx'
import { UserCardBody, UserCardInfo, UserCardMarks, type UserProps } from '../slots.ts'
import { useIsOnline } from './online.ts'

/**
 * The summary of a user on their own page, with the menu of controls. On phones the header has the name once the heading
 * is out of sight, which the style sheet reads from the card.
 */
export function UserCard({ user }: UserProps): ReactNode {
  const { userId } = useApp()
  const nameId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const hasLeft = useHasLeft(heading)
  const isEditable = user.id === userId ? user.canUploadAvatar : user.canEdit
  return (
    <section className={classNames('UserCard', hasLeft && 'has-left')} aria-labelledby={nameId}>
      {isEditable ? <AvatarEditor user={user} /> : <OnlineAvatar user={user} />}
      <UserCardText
        user={user}
        name={
          <h1 ref={heading} id={nameId}>
            <bdi>{user.displayName}</bdi>
          </h1>
        }
      />
      <UserMenu user={user} />
      <UserCardBody user={user} isOnPage />
    </section>
  )
}

export function OnlineAvatar({ user }: UserProps): ReactNode {
  return <Avatar user={user} size="l" isOnline={useIsOnline(user)} />
}

/** The user's name and the lines below it. */
export function UserCardText({ user, name }: UserProps & { name: ReactNode }): ReactNode {
  return (
    <div>
      <div className="UserCard-name">
        {name}
        <UserCardMarks user={user} />
      </div>
      <ul className="UserCard-info">
        <UserCardInfo user={user} />
      </ul>
    </div>
  )
}

export function GroupMarks({ user }: UserProps): ReactNode {
  const { store } = useApp()
  return store
    .relatedMany(user, 'groups', 'groups')
    .map((group) => <GroupBadge key={group.id} group={group} />)
}

/** The username, which mentions use, if the display name differs from it. */
export function UsernameInfo({ user }: UserProps): ReactNode {
  return user.displayName === user.username ? null : <li>@{user.username}</li>
}

export function OnlineInfo({ user }: UserProps): ReactNode {
  const { t } = useApp()
  return useIsOnline(user) ? <li>{t('core.forum.user.online_text')}</li> : null
}

export function JoinedInfo({ user }: UserProps): ReactNode {
  if (!user.joinTime) return null
  return (
    <li>
      <Rich id="core.forum.user.joined_date_text" params={{ ago: <Time value={user.joinTime} /> }} />
    </li>
  )
}
