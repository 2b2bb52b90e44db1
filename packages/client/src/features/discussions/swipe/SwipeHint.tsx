import type { ReactNode } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { dismiss } from '../dismissed.ts'

/** Says that rows can be swiped, until the reader dismisses it or swipes. The style sheet shows it on touch only. */
export function SwipeHint(): ReactNode {
  const { t, userId } = useApp()
  if (userId === undefined) return null
  return (
    <p className="SwipeHint u-phone">
      <Icon name="hand" isDirectional />
      {t('core.forum.discussion_list.swipe_hint_text')}
      <Button variant="quiet" isSmall onClick={() => dismiss('swipeHint')}>
        {t('core.forum.discussion_list.swipe_hint_button')}
      </Button>
    </p>
  )
}
