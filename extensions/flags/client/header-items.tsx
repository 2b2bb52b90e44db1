import {
  DrawerLink,
  HeaderPanel,
  NewCount,
  useApp,
  useForum,
  useSessionUser,
  VisuallyHidden,
} from '@parley/client'
import type { ReactNode } from 'react'

const loadPanel = async () => (await import('./list/FlagPanel.tsx')).FlagPanel

const label = 'flags.forum.flagged_posts.accessible_label'

/** The header's button for reported posts, with their number, for those who see reports of others. */
export function FlagsButton(): ReactNode {
  const { t } = useApp()
  const { canViewFlags, flagCount: count = 0 } = useForum()
  if (!canViewFlags) return null
  const text = t(label, { count })
  return <HeaderPanel icon="flag" path="/flags" label={text} tooltip={text} count={count} load={loadPanel} />
}

/** The drawer's link to the list. */
export function FlagsLink(): ReactNode {
  const { t, href } = useApp()
  const { canViewFlags, flagCount: count = 0 } = useForum()
  if (!canViewFlags) return null
  return (
    <DrawerLink icon="flag" href={href('/flags')}>
      {t(label, { count })}
    </DrawerLink>
  )
}

/** On the drawer's button: how many posts were reported since the list was last opened. */
export function NewFlagsMark(): ReactNode {
  const { t } = useApp()
  const { canViewFlags } = useForum()
  const { newFlagCount: count = 0 } = useSessionUser() ?? {}
  if (!canViewFlags || count === 0) return null
  return (
    <>
      <NewCount count={count} />
      <VisuallyHidden> {t(label, { count })}</VisuallyHidden>
    </>
  )
}
