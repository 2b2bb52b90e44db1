import { type CSSProperties, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { discussionPath } from '../../discussions/discussion-path.ts'
import { unreadCount } from '../../discussions/read-state.ts'
import type { DiscussionProps } from '../../discussions/slots.ts'
import { lastNumber } from '../last-number.ts'
import { useDiscussionPage } from '../page-context.ts'
import { fractionOf } from './scrubber-keys.ts'
import { useScrubber } from './use-scrubber.ts'

interface ScrubberProps extends DiscussionProps {
  /** Called after the reader has moved with the scrubber. */
  onGo?: () => void
}

/** A slider over the discussion's posts. Renders nothing for a single post. */
export function Scrubber({ discussion, onGo }: ScrubberProps): ReactNode {
  const { t, href, translator } = useApp()
  const { stream, position } = useDiscussionPage()
  const { number, createdAt } = useObservable(position)
  const loaded = useObservable(stream, ({ window }) => window)
  const last = lastNumber(discussion, loaded)
  const unread = unreadCount(discussion, useSessionUser())
  const { moved, go, handlers } = useScrubber(stream, number, last, onGo)
  if (last < 2) return null
  const shown = moved ?? Math.min(number, last)
  const viewing = t('core.forum.post_scrubber.viewing_text', { index: shown, count: last })
  // The date is unknown for posts that are not loaded.
  const shownAt =
    moved === undefined ? createdAt : loaded.posts.find((post) => post.number === moved)?.createdAt
  const date =
    shownAt === undefined ? '' : t('core.lib.datetime_formats.scrubber', { date: new Date(shownAt) })
  const style = {
    '--at': fractionOf(shown, last),
    '--new': unread === 0 ? 0 : unread / last,
  } as CSSProperties
  const jump = (to: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void go(to)
  }
  return (
    <div className="Scrubber" style={style}>
      <a className="Scrubber-end" href={href(discussionPath(discussion))} onClick={jump(1)}>
        <Icon name="up" isSmall />
        <span>{t('core.forum.post_scrubber.original_post_link')}</span>
      </a>
      <div
        className="Scrubber-track"
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('core.forum.post_scrubber.label')}
        aria-valuemin={1}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={date === '' ? viewing : `${viewing}, ${date}`}
        {...handlers}
      >
        <span className="Scrubber-new" />
        <span className="Scrubber-handle">
          <b>{viewing}</b>
          <span>{date}</span>
        </span>
      </div>
      <a className="Scrubber-end" href={href(discussionPath(discussion, last))} onClick={jump(last)}>
        <Icon name="down" isSmall />
        <span>
          {t('core.forum.post_scrubber.now_link')}
          {unread > 0 &&
            translator.t('core.lib.series.glue_text') +
              t('core.forum.post_scrubber.unread_text', { count: unread })}
        </span>
      </a>
    </div>
  )
}

/** The scrubber of narrow screens: a button with the position, which opens a sheet. */
export function ScrubberButton({ discussion }: DiscussionProps): ReactNode {
  const { t } = useApp()
  const { stream, position } = useDiscussionPage()
  const number = useObservable(position, (place) => place.number)
  const loaded = useObservable(stream, ({ window }) => window)
  const count = lastNumber(discussion, loaded)
  const id = useId()
  const sheet = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const index = Math.min(number, count)
  if (count < 2) return null
  return (
    <>
      <button className="Button ScrubberButton" type="button" popoverTarget={id}>
        <span aria-hidden="true">{t('core.forum.post_scrubber.position_text', { index, count })}</span>
        <span className="VisuallyHidden">{t('core.forum.post_scrubber.viewing_text', { index, count })}</span>
      </button>
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
        <h2 id={`${id}-title`}>{t('core.forum.post_scrubber.sheet_title')}</h2>
        {isOpen && <Scrubber discussion={discussion} onGo={() => sheet.current?.hidePopover()} />}
      </div>
    </>
  )
}
