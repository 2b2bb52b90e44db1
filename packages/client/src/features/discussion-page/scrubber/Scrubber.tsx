import { type CSSProperties, type MouseEvent, type ReactNode, useRef } from 'react'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { discussionPath } from '../../discussions/discussion-path.ts'
import { newCount } from '../../discussions/read-state.ts'
import type { DiscussionProps } from '../../discussions/slots.ts'
import { useDiscussionPage } from '../page-context.ts'
import { BackButton } from './BackButton.tsx'
import { GoToForm } from './GoToForm.tsx'
import { fractionOf } from './scrubber-keys.ts'
import { useMonth } from './use-dates.ts'
import { useMarks } from './use-marks.ts'
import { useScrubber } from './use-scrubber.ts'

interface ScrubberProps extends DiscussionProps {
  /** Called when the reader moves with the scrubber. */
  onGo?: () => void
}

/** A slider over the discussion's posts, with a field for a number or a date. Renders nothing for a single post. */
export function Scrubber({ discussion, onGo }: ScrubberProps): ReactNode {
  const { t, href, translator } = useApp()
  const { position, jumps } = useDiscussionPage()
  const reader = useObservable(position)
  const { createdAt } = reader
  const element = useRef<HTMLDivElement>(null)
  const { lastPostNumber: last = 1 } = discussion
  const number = Math.min(reader.number, last)
  const unread = newCount(discussion, useSessionUser())
  const marks = useMarks(element)
  const { moved, go, handlers } = useScrubber({ jumps, number, last, marks, onGo })
  const month = useMonth(discussion, moved)
  if (last < 2) return null
  const shown = moved ?? number
  const viewing = t('core.forum.post_scrubber.viewing_text', { index: shown, count: last })
  const reached = createdAt && t('core.lib.datetime_formats.scrubber', { date: new Date(createdAt) })
  const date = (moved === undefined ? reached : month) ?? ''
  const isOwn = date !== '' && marks.includes(shown)
  const about = isOwn ? t('core.forum.post_scrubber.own_post_text', { date }) : date
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
    <div ref={element} className="Scrubber" style={style}>
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
        aria-valuetext={about === '' ? viewing : `${viewing}, ${about}`}
        {...handlers}
      >
        <span className="Scrubber-new" />
        <Marks numbers={marks} last={last} />
        <span className="Scrubber-handle">
          <b>{viewing}</b>
          <span>{about}</span>
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
      <GoToForm discussion={discussion} last={last} onGo={go} />
      <BackButton onGo={onGo} />
    </div>
  )
}

/** Marks of the viewer's posts. The handle names them. */
function Marks({ numbers, last }: { numbers: readonly number[]; last: number }): ReactNode {
  return numbers.map((number) => (
    <span
      key={number}
      className="Scrubber-mark"
      style={{ '--at': fractionOf(number, last) } as CSSProperties}
    />
  ))
}

/** Stands for the scrubber while the posts load. */
export function ScrubberSkeleton(): ReactNode {
  return (
    <div className="Scrubber" aria-hidden="true">
      <span className="Scrubber-end" />
      <span className="Scrubber-track" />
      <span className="Scrubber-end" />
    </div>
  )
}
