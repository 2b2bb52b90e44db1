import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { Icon } from '../../../ui/Icon.tsx'
import type { DiscussionProps } from '../../discussions/slots.ts'
import { DiscussionPane } from './DiscussionPane.tsx'
import type { PaneState } from './use-pane.ts'

export interface PaneFrameProps extends DiscussionProps {
  pane: PaneState
  area: RefObject<HTMLElement | null>
}

/** The button at the edge that opens the list, and the list while it is shown. */
export function PaneFrame({ discussion, pane, area }: PaneFrameProps): ReactNode {
  const { t } = useApp()
  const id = useId()
  const { isOpen, wasOpen, isPinned, show, pin } = pane
  const isShown = isOpen || isPinned
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!isShown || !wantsFocus.current) return
    wantsFocus.current = false
    focusList(area.current)
  }, [isShown, area])
  return (
    <>
      <button
        className="DiscussionPane-handle"
        type="button"
        aria-label={t('core.forum.discussion_pane.toggle_button')}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => {
          if (isShown) focusList(area.current)
          else wantsFocus.current = true
          show()
        }}
      >
        <Icon name="list" />
      </button>
      <div className="DiscussionPane-panel" id={id} inert={!isShown}>
        {(isShown || wasOpen) && (
          <DiscussionPane discussionId={discussion.id} isPinned={isPinned} onPin={pin} />
        )}
      </div>
    </>
  )
}

/** Focuses the current discussion; while the list loads, the button above it. */
function focusList(area: Element | null): void {
  const find = (selector: string) => area?.querySelector<HTMLElement>(selector)
  const target =
    find('[aria-current]') ?? find('.DiscussionPane-title') ?? find('.DiscussionPane-header > .Button')
  target?.focus()
}
