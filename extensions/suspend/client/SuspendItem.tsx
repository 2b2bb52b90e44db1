import { MenuItem, type UserProps, useApp } from '@parley/client'
import type { ReactNode } from 'react'

const load = async () => (await import('./SuspendModal.tsx')).SuspendModal

interface SuspendItemProps extends UserProps {
  label: string
}

/** In menus: opens the form that suspends a user, for those who may. */
export function SuspendItem({ user, label }: SuspendItemProps): ReactNode {
  const { modals } = useApp()
  if (!user.canSuspend) return null
  return (
    <MenuItem icon="ban" load={load} onSelect={() => void modals.load(load, { user })}>
      {label}
    </MenuItem>
  )
}

/** The item in the menu of a user. */
export function SuspendControl({ user }: UserProps): ReactNode {
  const { t } = useApp()
  return <SuspendItem user={user} label={t('suspend.forum.user_controls.suspend_button')} />
}
