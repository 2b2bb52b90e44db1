import type { ReactNode } from 'react'
import { useApp } from '../app-context.ts'
import { Rich } from '../i18n/Rich.tsx'
import { Time } from '../i18n/Time.tsx'
import { useNow } from '../i18n/use-now.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { GroupBadge } from './GroupBadge.tsx'
import { isOnline } from './online.ts'
import { UserCardBody, UserCardInfo, UserCardMarks, type UserProps } from './slots.ts'

/** Who somebody is. */
export function UserCard({ user }: UserProps): ReactNode {
  const now = useNow()
  return (
    <section className="UserCard" aria-labelledby="user-name">
      <Avatar user={user} size="l" isOnline={isOnline(user, now)} />
      <div>
        <div className="UserCard-name">
          <h1 id="user-name">
            <bdi>{user.displayName}</bdi>
          </h1>
          <UserCardMarks user={user} />
        </div>
        <ul className="UserCard-info">
          <UserCardInfo user={user} />
        </ul>
      </div>
      <UserCardBody user={user} />
    </section>
  )
}

export function GroupMarks({ user }: UserProps): ReactNode {
  const { store } = useApp()
  return store
    .relatedMany(user, 'groups', 'groups')
    .map((group) => <GroupBadge key={group.id} group={group} />)
}

/** The name that mentions use, where people show another one. */
export function UsernameInfo({ user }: UserProps): ReactNode {
  return user.displayName === user.username ? null : <li>@{user.username}</li>
}

export function OnlineInfo({ user }: UserProps): ReactNode {
  const { t } = useApp()
  const now = useNow()
  return isOnline(user, now) ? <li>{t('core.forum.user.online_text')}</li> : null
}

export function JoinedInfo({ user }: UserProps): ReactNode {
  if (!user.joinTime) return null
  return (
    <li>
      <Rich id="core.forum.user.joined_date_text" params={{ ago: <Time value={user.joinTime} /> }} />
    </li>
  )
}
