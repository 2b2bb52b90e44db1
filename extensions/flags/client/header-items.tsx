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

/** The header's button for reported posts, with their number, for those who see reports of others. */
export function FlagsButton(): ReactNode {
  const { t } = useApp()
  const { canViewFlags, flagCount: count = 0 } = useForum()
  if (!canViewFlags) return null
  return (
    <HeaderPanel
      icon="flag"
      path="/flags"
      label={t('flags.forum.flagged_posts.accessible_label', { count })}
      tooltip={t('flags.forum.flagged_posts.tooltip')}
      count={count}
      load={loadPanel}
    />
  )
}

/** The drawer's link to the list. */
export function FlagsLink(): ReactNode {
  const { t, href } = useApp()
  const { canViewFlags, flagCount: count = 0 } = useForum()
  if (!canViewFlags) return null
  return (
    <DrawerLink icon="flag" href={href('/flags')}>
      {t('flags.forum.flagged_posts.title')}
      <Open count={count} />
    </DrawerLink>
  )
}

/** On the drawer's button: how many posts were reported since the list was last opened. */
export function NewFlagsMark(): ReactNode {
  const { canViewFlags } = useForum()
  const { newFlagCount = 0 } = useSessionUser() ?? {}
  return canViewFlags && <Open count={newFlagCount} />
}

function Open({ count }: { count: number }): ReactNode {
  const { t } = useApp()
  if (count === 0) return null
  return (
    <>
      <NewCount count={count} />
      <VisuallyHidden> {t('flags.forum.flagged_posts.accessible_label', { count })}</VisuallyHidden>
    </>
  )
}
