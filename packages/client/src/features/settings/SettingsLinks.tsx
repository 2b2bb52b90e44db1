import type { ReactNode } from 'react'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useApp } from '../../points/app-context.ts'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import { DrawerLink } from '../frame/Drawer.tsx'

/** The account menu's link to the settings. */
export function SettingsItem(): ReactNode {
  const { t, href } = useApp()
  return (
    <MenuItem icon="gear" href={href('/settings')}>
      {t('core.forum.header.settings_button')}
    </MenuItem>
  )
}

/** The drawer's link to the settings. */
export function DrawerSettings(): ReactNode {
  const { t, href } = useApp()
  if (useSessionUser() === undefined) return null
  return (
    <DrawerLink icon="gear" href={href('/settings')}>
      {t('core.forum.header.settings_button')}
    </DrawerLink>
  )
}
