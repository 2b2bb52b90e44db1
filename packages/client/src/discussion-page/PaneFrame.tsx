import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useApp } from '../app-context.ts'
import type { DiscussionProps } from '../discussions/slots.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { useMedia } from '../ui/use-media.ts'
import { DiscussionPane } from './DiscussionPane.tsx'
import { isPanePinned, pinPane } from './pane-pin.ts'

/** Milliseconds between the pointer's leaving and the pane's. */
const HIDE_AFTER = 250

/** The edge of the screen where the list waits. It opens under the pointer and by its button, or stays. */
export function PaneFrame({ discussion }: DiscussionProps): ReactNode {
  const { t } = useApp()
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { isOpen, wasOpen, isPinned, show, hide, hideSoon, pin } = usePane(area)
  const isShown = isOpen || isPinned
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!isShown || !wantsFocus.current) return
    wantsFocus.current = false
    focusList(area.current)
  }, [isShown])
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    handle.current?.focus()
    hide()
  }
  return (
    <section
      ref={area}
      aria-label={t('core.forum.discussion_pane.label')}
      className={classNames('DiscussionPane', isShown && 'is-open', isPinned && 'is-pinned')}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && hideSoon()}
      onFocus={show}
      onBlur={hideSoon}
      onKeyDown={handleKeyDown}
    >
      <button
        ref={handle}
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
    </section>
  )
}

function focusList(area: Element | null): void {
  const current = area?.querySelector<HTMLElement>('[aria-current]')
  const link = current ?? area?.querySelector<HTMLElement>('.DiscussionPane-title')
  link?.focus()
}

/** When the pane is to be seen. */
function usePane(area: { current: HTMLElement | null }) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [wantsPin, setWantsPin] = useState(isPanePinned)
  const isPinned = useMedia('(width >= 1200px)') && wantsPin
  const hiding = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  useEffect(() => {
    if (!isOpen) return
    const handlePointerDown = ({ target }: PointerEvent) => {
      if (!area.current?.contains(target as Node)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', handlePointerDown)
    return () => {
      document.removeEventListener('pointerdown', handlePointerDown)
      clearTimeout(hiding.current)
    }
  }, [isOpen, area])

  return {
    isOpen,
    /** It is drawn while it goes. */
    wasOpen,
    isPinned,
    show() {
      clearTimeout(hiding.current)
      setWasOpen(true)
      setIsOpen(true)
    },
    hide: () => setIsOpen(false),
    /** Unless the pointer or the focus comes back, or the focus is still there. */
    hideSoon() {
      clearTimeout(hiding.current)
      hiding.current = setTimeout(() => {
        if (!area.current?.contains(document.activeElement)) setIsOpen(false)
      }, HIDE_AFTER)
    },
    pin(isOn: boolean) {
      pinPane(isOn)
      setWantsPin(isOn)
    },
  }
}
