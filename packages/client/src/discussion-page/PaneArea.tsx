import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useApp } from '../app-context.ts'
import type { DiscussionProps } from '../discussions/slots.ts'
import { classNames } from '../ui/class-names.ts'
import { Loading } from '../ui/Feedback.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useMedia } from '../ui/use-media.ts'
import type { DiscussionPaneProps } from './DiscussionPane.tsx'
import { isPanePinned, pinPane } from './pane-pin.ts'

/** Milliseconds between the pointer's leaving and the pane's. */
const HIDE_AFTER = 250

// Once loaded it is there with the next discussion's page at once.
let LoadedPane: ComponentType<DiscussionPaneProps> | undefined

/** At the edge of wide screens: the list that the reader came from, if they came from one. */
export function PaneArea(props: DiscussionProps): ReactNode {
  const [hasList] = useState(useApp().recentDiscussions.current.list.ids.length > 0)
  return hasList ? <Area {...props} /> : null
}

function Area({ discussion }: DiscussionProps): ReactNode {
  const { t } = useApp()
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { isOpen, isPinned, Pane, show, hide, hideSoon, pin } = usePane(area)
  const isShown = isOpen || isPinned
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!isShown || Pane === undefined || !wantsFocus.current) return
    wantsFocus.current = false
    focusList(area.current)
  }, [isShown, Pane])
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
          if (isShown && Pane !== undefined) focusList(area.current)
          else wantsFocus.current = true
          show()
        }}
      >
        <Icon name="list" />
      </button>
      <div className="DiscussionPane-panel" id={id} inert={!isShown}>
        {Pane === undefined ? (
          isShown && <Loading />
        ) : (
          <Pane discussionId={discussion.id} isPinned={isPinned} onPin={pin} />
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

/** When the pane is to be seen. Its code is loaded as soon as somebody comes near. */
function usePane(area: { current: HTMLElement | null }) {
  const { connection, alerts } = useApp()
  const [Pane, setPane] = useState(() => LoadedPane)
  const [isOpen, setIsOpen] = useState(false)
  const [wantsPin, setWantsPin] = useState(isPanePinned)
  const isPinned = useMedia('(width >= 1200px)') && wantsPin
  const hiding = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isNeeded = isOpen || isPinned

  useEffect(() => {
    if (!isNeeded || LoadedPane !== undefined) return
    connection
      .load(() => import('./DiscussionPane.tsx'))
      .then(({ DiscussionPane }) => {
        LoadedPane = DiscussionPane
        setPane(() => DiscussionPane)
      })
      .catch((error: unknown) => alerts.showError(error))
  }, [isNeeded, connection, alerts])

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
    isPinned,
    Pane,
    show() {
      clearTimeout(hiding.current)
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
