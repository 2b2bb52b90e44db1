import { type ReactNode, useId, useRef, useState } from 'react'
import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { DiscussionProps } from '../../discussions/slots.ts'
import { useDiscussionPage } from '../page-context.ts'
import { BackButton } from './BackButton.tsx'
import { Scrubber } from './Scrubber.tsx'
import { useIsAway } from './use-is-away.ts'
import { useSheetDrag } from './use-sheet-drag.ts'

/**
 * The scrubber of narrow screens: a button with the position, which opens a sheet. It gives way while the reader scrolls
 * on.
 */
export function ScrubberButton({ discussion }: DiscussionProps): ReactNode {
  const { t } = useApp()
  const { stream, position } = useDiscussionPage()
  const number = useObservable(position, (place) => place.number)
  const { lastPostNumber: count = 1 } = discussion
  const id = useId()
  const sheet = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const isAway = useIsAway(stream)
  const close = () => sheet.current?.hidePopover()
  const dragHandlers = useSheetDrag(sheet)
  const index = Math.min(number, count)
  if (count < 2) return null
  return (
    <>
      <div className={classNames('ScrubberFloat', isAway && 'is-away')}>
        <BackButton />
        <button className="Button ScrubberButton" type="button" popoverTarget={id}>
          <span aria-hidden="true">{t('core.forum.post_scrubber.position_text', { index, count })}</span>
          <span className="VisuallyHidden">
            {t('core.forum.post_scrubber.viewing_text', { index, count })}
          </span>
        </button>
      </div>
      <div
        ref={sheet}
        className="Sheet"
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        onBeforeToggle={(event) => event.newState === 'open' && setIsOpen(true)}
        onToggle={(event) => {
          // Rendered until the sheet has closed: browsers restore the focus only from within the popover.
          if (event.newState === 'closed') setIsOpen(false)
          else sheet.current?.querySelector<HTMLElement>('[role="slider"]')?.focus()
        }}
      >
        <div className="Sheet-header" {...dragHandlers}>
          <h2 id={`${id}-title`}>{t('core.forum.post_scrubber.sheet_title')}</h2>
          <Button variant="quiet" icon="close" isIconOnly onClick={close}>
            {t('core.forum.post_scrubber.close_button')}
          </Button>
        </div>
        {isOpen && <Scrubber discussion={discussion} onGo={close} />}
      </div>
    </>
  )
}
