import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useMedia } from '../../../ui/use-media.ts'
import type { DiscussionProps } from '../../discussions/slots.ts'
import type { PaneFrameProps } from './PaneFrame.tsx'
import { isPanePinned } from './pane-pin.ts'
import { usePane } from './use-pane.ts'

/** The pane at the edge of wide screens, for readers who came from a list or have pinned the pane. */
export function PaneArea(props: DiscussionProps): ReactNode {
  const { recentDiscussions } = useApp()
  const [hasList] = useState(() => recentDiscussions.place !== undefined || isPanePinned())
  // `false` on the server, so that hydration matches.
  const isWide = useMedia('(width >= 992px)')
  return isWide && (hasList || recentDiscussions.current !== undefined) ? <Area {...props} /> : null
}

// Cached: once loaded, the next discussion's page shows it at once.
let Frame: ComponentType<PaneFrameProps> | undefined

/** Opens the pane on hover, on focus and by its button. Opening before the code is loaded takes effect after it. */
function Area({ discussion }: DiscussionProps): ReactNode {
  const { connection, t } = useApp()
  const area = useRef<HTMLElement>(null)
  const pane = usePane(area)
  const [, setIsLoaded] = useState(false)
  useEffect(() => {
    if (Frame !== undefined) return
    connection
      .load(() => import('./PaneFrame.tsx'))
      .then((module) => {
        Frame = module.PaneFrame
        setIsLoaded(true)
      })
      // The page works without the pane.
      .catch(() => {})
  }, [connection])
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !pane.isOpen) return
    area.current?.querySelector<HTMLElement>('.DiscussionPane-handle')?.focus()
    pane.hide()
  }
  const isShown = pane.isOpen || pane.isPinned
  return (
    <section
      ref={area}
      aria-label={t('core.forum.discussion_pane.label')}
      className={classNames('DiscussionPane', isShown && 'is-open', pane.isPinned && 'is-pinned')}
      onPointerEnter={(event) => event.pointerType === 'mouse' && pane.show()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && pane.hideSoon()}
      onFocus={pane.show}
      onBlur={pane.hideSoon}
      onKeyDown={handleKeyDown}
    >
      {Frame !== undefined && <Frame discussion={discussion} pane={pane} area={area} />}
    </section>
  )
}
