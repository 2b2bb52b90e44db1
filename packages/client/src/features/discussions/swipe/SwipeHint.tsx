import type { ReactNode } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { useHasItems } from '../../../points/slots.tsx'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { dismiss } from '../dismissed.ts'
import { type DiscussionProps, DiscussionReaderControls } from '../slots.ts'

/** Says how rows like that of a discussion can be swiped, until the reader dismisses it or swipes. The style sheet shows it on touch only. */
export function SwipeHint({ discussion }: DiscussionProps): ReactNode {
  const { t, userId } = useApp()
  const hasReaderActions = useHasItems(DiscussionReaderControls, { discussion })
  const { canRename, canHide, canDelete } = discussion
  const hasActions = hasReaderActions || canRename || canHide || canDelete
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
