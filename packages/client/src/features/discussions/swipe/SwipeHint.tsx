import type { ReactNode } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { dismiss } from '../dismissed.ts'

interface SwipeHintProps {
  /** Whether rows have actions besides marking as read. */
  hasActions: boolean
}

/** Says how rows can be swiped, until the reader dismisses it or swipes. The style sheet shows it on touch only. */
export function SwipeHint({ hasActions }: SwipeHintProps): ReactNode {
  const { t, userId } = useApp()
  if (userId === undefined) return null
  return (
    <p className="SwipeHint u-phone">
      <Icon name="hand" isDirectional />
      {t(`core.forum.discussion_list.${hasActions ? 'swipe_hint_actions_text' : 'swipe_hint_text'}`)}
      <Button variant="quiet" isSmall onClick={() => dismiss('swipeHint')}>
        {t('core.forum.discussion_list.swipe_hint_button')}
      </Button>
    </p>
  )
}
