import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type ToggleEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { placePopover } from '../../ui/menus/place-popover.ts'
import type { PanelProps } from './HeaderPanel.tsx'

interface PanelFrameProps extends PanelProps {
  title: ReactNode
  /** Small buttons beside the title. */
  buttons?: ReactNode
  /** The end of the panel: a link with the class `Panel-footer`. */
  footer?: ReactNode
  /** Called on each opening: loads what is new. */
  onOpen: () => void
  children: ReactNode
}

/** The frame of a panel under a button of the header: a popover that takes the focus, and closes when that leaves. */
export function PanelFrame(props: PanelFrameProps): ReactNode {
  const { ref: panel, trigger, onToggle, title, buttons, footer, onOpen, children } = props
  const stopPlacing = useRef<() => void>(undefined)
  const titleId = useId()
  useLayoutEffect(() => () => stopPlacing.current?.(), [])

  const handleToggle = ({ newState }: ToggleEvent) => {
    stopPlacing.current?.()
    stopPlacing.current = undefined
    onToggle(newState === 'open')
    if (newState !== 'open' || trigger.current === null || panel.current === null) return
    stopPlacing.current = placePopover(trigger.current, panel.current, 'end')
    panel.current.focus()
    onOpen()
  }
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const hasLeft = relatedTarget !== null && !currentTarget.contains(relatedTarget)
    if (hasLeft && relatedTarget !== trigger.current) panel.current?.hidePopover()
  }
  const handleClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) panel.current?.hidePopover()
  }
  return (
    // The click handler only closes the panel after a followed link; the links inside handle the keyboard.
    <div
      ref={panel}
      className="Menu Panel"
      popover="auto"
      role="dialog"
      tabIndex={-1}
      aria-labelledby={titleId}
      onToggle={handleToggle}
      onBlur={handleBlur}
      onClickCapture={handleClick}
    >
      <div className="Panel-header">
        <h2 id={titleId}>{title}</h2>
        {buttons}
      </div>
      <div className="Panel-body">{children}</div>
      {footer}
    </div>
  )
}
