import type { MouseEvent, ReactNode } from 'react'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useApp } from '../../../points/app-context.ts'
import { discussionPath } from '../../discussions/discussion-path.ts'
import { firstUnread, unreadCount } from '../../discussions/read-state.ts'
import type { DiscussionProps } from '../../discussions/slots.ts'
import { useKnownPage } from '../page-context.ts'
import { DiscussionBarItems } from '../slots.ts'

/** Title and actions of a discussion below the header, while its heading is out of sight. Phones have them in the header. */
export function ReadingBar({ discussion }: DiscussionProps): ReactNode {
  const { t, href } = useApp()
  const jumps = useKnownPage()?.jumps
  const viewer = useSessionUser()
  const unread = unreadCount(discussion, viewer)
  const linkTo = (number: number) => ({
    href: href(discussionPath(discussion, number)),
    onClick(event: MouseEvent) {
      if (jumps === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      void jumps.goTo(number)
    },
  })
  return (
    <section className="ReadingBar" aria-label={t('core.forum.discussion.bar_label')}>
      <div className="Container ReadingBar-inner">
        <a {...linkTo(1)} className="ReadingBar-title" dir="auto">
          {discussion.title}
        </a>
        {unread > 0 && (
          <a {...linkTo(firstUnread(discussion, viewer))} className="ReadingBar-unread">
            {t('core.forum.post_scrubber.unread_text', { count: unread })}
          </a>
        )}
        <DiscussionBarItems discussion={discussion} />
      </div>
    </section>
  )
}
