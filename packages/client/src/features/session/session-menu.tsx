import type { ReactNode } from 'react'
import { useForum, useSessionUser } from '../../base/records/use-forum.ts'
import type { App } from '../../points/app.ts'
import { useApp, useT } from '../../points/app-context.ts'
import { MenuItem, MenuSeparator } from '../../ui/menus/Menu.tsx'

export function ProfileItem(): ReactNode {
  const { href } = useApp()
  const t = useT()
  const user = useSessionUser()
  if (user === undefined) return null
  return (
    <MenuItem icon="user" href={href(`/u/${user.slug}`)}>
      {t('core.forum.header.profile_button')}
    </MenuItem>
  )
}

export function AdminItem(): ReactNode {
  const t = useT()
  const { adminUrl } = useForum()
  if (adminUrl === undefined) return null
  return (
    <MenuItem icon="shield" href={adminUrl}>
      {t('core.forum.header.admin_button')}
    </MenuItem>
  )
}

export function LogOutItem(): ReactNode {
  const app = useApp()
  return (
    <>
      <MenuSeparator />
      <MenuItem icon="logout" href={logOutAddress(app)}>
        {app.t('core.forum.header.log_out_button')}
      </MenuItem>
    </>
  )
}

/** Returns the address that logs out: a plain link with the CSRF token. */
export function logOutAddress(app: App): string {
  return app.href(`/logout?token=${encodeURIComponent(app.boot.session.csrfToken)}`)
}
