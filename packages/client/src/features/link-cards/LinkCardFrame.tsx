import { type ReactNode, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { LinkCardProps } from '../../points/pages/link-cards.ts'
import { placePopover } from '../../ui/menus/place-popover.ts'

interface LinkCardFrameProps extends LinkCardProps {
  /** Its name for assistive technology. */
  label: string
  children: ReactNode
}

/** The frame of a card beside a link: a popover that the Tab key enters from the link. */
export function LinkCardFrame({ ref, link, label, children }: LinkCardFrameProps): ReactNode {
  const popover = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => popover.current as HTMLDivElement)
  useLayoutEffect(() => {
    const element = popover.current
    if (element === null) return
    // With `source`, the tab order goes from the link into the card and back.
    element.showPopover({ source: link })
    return placePopover(link, element, 'end')
  }, [link])
  return (
    <div ref={popover} className="HoverCard" popover="manual" role="dialog" aria-label={label}>
      {children}
    </div>
  )
}
