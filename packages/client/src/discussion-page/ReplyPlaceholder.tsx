import type { ReactNode } from 'react'
import { useApp } from '../app-context.ts'
import type { DiscussionProps } from '../discussions/slots.ts'
import { useReplyLink } from '../posts/use-reply-link.ts'
import { useSessionUser } from '../store/use-forum.ts'
import { Avatar } from '../ui/Avatar.tsx'

/** The end of the posts: where the next one will stand, or why it cannot. */
export function ReplyPlaceholder({ discussion }: DiscussionProps): ReactNode {
  const { t } = useApp()
  const user = useSessionUser()
  const link = useReplyLink(discussion)
  if (user !== undefined && !discussion.canReply) {
    return <p className="ReplyPlaceholder-why">{t('core.forum.discussion_controls.cannot_reply_text')}</p>
  }
  return (
    <div className="ReplyPlaceholder">
      {user !== undefined && <Avatar user={user} />}
      <a {...link} className="ReplyPlaceholder-box Button">
        {t(
          user === undefined
            ? 'core.forum.discussion_controls.log_in_to_reply_button'
            : 'core.forum.post_stream.reply_placeholder',
        )}
      </a>
    </div>
  )
}
