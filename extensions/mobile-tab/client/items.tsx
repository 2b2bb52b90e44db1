import {
  Avatar,
  Dropdown,
  NewCount,
  SessionMenuItems,
  useApp,
  useLogInLink,
  useSessionUser,
  useT,
  VisuallyHidden,
} from '@parley/client'
import type { ReactNode } from 'react'
import { TabItem, TabLink } from '../contract/client.tsx'

export function HomeTab(): ReactNode {
  const t = useT()
  return (
    <TabLink icon="home" path="/">
      {t('mobile-tab.forum.home')}
    </TabLink>
  )
}

/** Where the home page is another one. */
export function AllDiscussionsTab(): ReactNode {
  const t = useT()
  return (
    <TabLink icon="list" path="/all">
      {t('mobile-tab.forum.all_discussions')}
    </TabLink>
  )
}

export function NotificationsTab(): ReactNode {
  const t = useT()
  const count = useSessionUser()?.unreadNotificationCount ?? 0
  const mark = count > 0 && (
    <>
      <NewCount count={count} />
      <VisuallyHidden> {t('mobile-tab.forum.unread', { count })}</VisuallyHidden>
    </>
  )
  return (
    <TabLink icon="bell" path="/notifications" mark={mark}>
      {t('mobile-tab.forum.notifications')}
    </TabLink>
  )
}

/** The account menu, as in the header of wide screens. */
export function AccountTab(): ReactNode {
  const t = useT()
  const user = useSessionUser()
  if (user === undefined) return null
  const label = (
    <>
      <Avatar user={user} size="s" />
      <span className="MobileTab-label">{t('mobile-tab.forum.profile')}</span>
    </>
  )
  return (
    <li>
      <Dropdown isEager align="end" className="MobileTab-item" label={label}>
        <SessionMenuItems />
      </Dropdown>
    </li>
  )
}

export function LogInTab(): ReactNode {
  const t = useT()
  return (
    <TabItem icon="user" {...useLogInLink()}>
      {t('mobile-tab.forum.log_in')}
    </TabItem>
  )
}

/** Around the drawer's links for the account, which members have in the bar. */
export function GuestsOnly({ children }: { children: ReactNode }): ReactNode {
  const { userId } = useApp()
  return userId === undefined ? children : null
}
