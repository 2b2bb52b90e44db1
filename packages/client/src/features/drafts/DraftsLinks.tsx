import type { ReactNode } from 'react'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import { DrawerLink } from '../frame/Drawer.tsx'

/** The account menu's link to the drafts. */
export function DraftsItem(): ReactNode {
  const { t, href } = useApp()
  return (
    <MenuItem icon="edit" href={href('/drafts')}>
      {t('core.forum.drafts.title')} <DraftCount />
    </MenuItem>
  )
}

/** The drawer's link to the drafts. */
export function DrawerDrafts(): ReactNode {
  const { t, href } = useApp()
  if (useSessionUser() === undefined) return null
  return (
    <DrawerLink icon="edit" href={href('/drafts')}>
      {t('core.forum.drafts.title')} <DraftCount />
    </DrawerLink>
  )
}

function DraftCount(): ReactNode {
  const { composer } = useApp()
  const { count } = useObservable(composer.drafts)
  return count > 0 && <span className="DraftCount tabular">{count}</span>
}
