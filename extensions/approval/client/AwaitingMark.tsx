import { Icon, useT } from '@parley/client'
import type { ReactNode } from 'react'

/** Says that a post waits. */
export function AwaitingMark(): ReactNode {
  const t = useT()
  return (
    <span className="AwaitingMark">
      <Icon name="clock" isSmall />
      {t('approval.forum.post.awaiting_approval_text')}
    </span>
  )
}
