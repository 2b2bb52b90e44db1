import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useApp } from '../../../base/app-context.ts'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import type { StoreRecord } from '../../../store/record.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { markAsRead } from '../actions.ts'
import { dismiss } from '../dismissed.ts'
import { unreadCount } from '../read-state.ts'
import { followSwipes, type SwipeSide, swipeThreshold } from './swipe-gesture.ts'

interface SwipeLayerProps {
  /** The list whose rows can be swiped; its rows have the id of their discussion in `data-id`. */
  list: RefObject<HTMLElement | null>
}

interface Uncovered {
  side: SwipeSide
  offset: number
  /** Where the row lies that is moved. */
  box: DOMRect
}

const CONTROLS = '.DiscussionRow-controls'

/** What fingers can do with rows: mark them as read by pulling them one way, open their menu by pulling the other. */
export function SwipeLayer({ list }: SwipeLayerProps): ReactNode {
  const app = useApp()
  const viewer = useSessionUser()
  const [uncovered, setUncovered] = useState<Uncovered>()
  useEffect(() => {
    if (list.current === null) return
    return followSwipes(list.current, '[data-id]', {
      offers(row, side) {
        if (side === 'end') return row.querySelector(`${CONTROLS} [role^="menuitem"]`) !== null
        const discussion = discussionOf(row)
        return discussion !== undefined && unreadCount(discussion, viewer) > 0
      },
      onMove: (box, side, offset) => setUncovered(offset === 0 ? undefined : { side, offset, box }),
      onSwipe(row, side) {
        dismiss('swipeHint')
        const discussion = discussionOf(row)
        if (side === 'end') openMenu(row)
        else if (discussion) void markAsRead(app, discussion)
      },
    })
    function discussionOf({ dataset }: HTMLElement): StoreRecord<'discussions'> | undefined {
      return dataset.id === undefined ? undefined : app.store.get('discussions', dataset.id)
    }
  }, [app, list, viewer])
  return uncovered && <Uncovering {...uncovered} />
}

/** Stands in the place that a row leaves. It only shows what happens: the row's buttons do the same. */
function Uncovering({ side, offset, box }: Uncovered): ReactNode {
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

/** The menu's button shows from now on, so that the menu has where to hang and the focus where to return. */
function openMenu(row: HTMLElement): void {
  row.dataset.swiped = ''
  row.querySelector<HTMLElement>(`${CONTROLS} button`)?.click()
}
