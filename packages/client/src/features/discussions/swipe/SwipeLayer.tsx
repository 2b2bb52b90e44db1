import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useApp } from '../../../points/app-context.ts'
import type { StoreRecord } from '../../../store/record.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { markAsRead } from '../actions.ts'
import { dismiss } from '../dismissed.ts'
import { unreadCount } from '../read-state.ts'
import { type SwipeSide, swipeThreshold, watchSwipes } from './swipe-gesture.ts'

interface SwipeLayerProps {
  /** The list whose rows can be swiped; its rows have the id of their discussion in `data-id`. */
  list: RefObject<HTMLElement | null>
}

interface SwipeState {
  side: SwipeSide
  offset: number
  /** Position of the swiped row. */
  box: DOMRect
}

const controlsSelector = '.DiscussionRow-controls'

/** Handles swipes on rows: one direction marks a discussion as read, the other opens its menu. */
export function SwipeLayer({ list }: SwipeLayerProps): ReactNode {
  const app = useApp()
  const viewer = useSessionUser()
  const [swipe, setSwipe] = useState<SwipeState>()
  useEffect(() => {
    if (list.current === null) return
    return watchSwipes(list.current, '[data-id]', {
      canSwipe(row, side) {
        if (side === 'end') return row.querySelector(`${controlsSelector} [role^="menuitem"]`) !== null
        const discussion = discussionOf(row)
        return discussion !== undefined && unreadCount(discussion, viewer) > 0
      },
      onMove: (box, side, offset) => setSwipe(offset === 0 ? undefined : { side, offset, box }),
      onSwipe(row, side) {
        dismiss('swipeHint')
        const discussion = discussionOf(row)
        if (side === 'end') openMenu(row)
        else if (discussion) markAsRead(app, discussion)
      },
    })
    function discussionOf({ dataset }: HTMLElement): StoreRecord<'discussions'> | undefined {
      return dataset.id === undefined ? undefined : app.store.get('discussions', dataset.id)
    }
  }, [app, list, viewer])
  return swipe && <SwipeIndicator {...swipe} />
}

/** Fills the space that a swiped row leaves and names the action. The row's buttons offer the same actions. */
function SwipeIndicator({ side, offset, box }: SwipeState): ReactNode {
  const { t } = useApp()
  const isEnd = side === 'end'
  return (
    <div
      className={Math.abs(offset) >= swipeThreshold ? 'DiscussionRow-swipe is-active' : 'DiscussionRow-swipe'}
      aria-hidden="true"
      style={{
        top: box.top,
        blockSize: box.height,
        left: offset > 0 ? box.left : box.right + offset,
        inlineSize: Math.abs(offset),
      }}
    >
      <Icon name={isEnd ? 'more' : 'check'} />
      {t(isEnd ? 'core.forum.discussion_list.swipe_menu_text' : 'core.forum.discussion_list.swipe_read_text')}
    </div>
  )
}

/** Opens a row's menu. The menu's button stays visible, as the anchor of the menu and the target of the focus. */
function openMenu(row: HTMLElement): void {
  row.dataset.swiped = ''
  row.querySelector<HTMLElement>(`${controlsSelector} button`)?.click()
}
