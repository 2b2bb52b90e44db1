import type { ReactElement, ReactNode } from 'react'
import { Rich } from '../../../base/i18n/Rich.tsx'
import { Time } from '../../../base/i18n/Time.tsx'
import { useRelated } from '../../../base/records/use-record.ts'
import { useApp } from '../../../points/app-context.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { VisuallyHidden } from '../../../ui/feedback/Feedback.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { replyCount } from '../read-state.ts'
import type { DiscussionProps } from '../slots.ts'

export function HiddenBadge({ discussion }: DiscussionProps): ReactNode {
  const { t } = useApp()
  return discussion.isHidden ? (
    <Badge type="hidden" icon="eyeoff" label={t('core.lib.badge.hidden_tooltip')} />
  ) : null
}

/** The author and time of the last reply, or of the discussion while it has no reply. */
export function LastPost({ discussion }: DiscussionProps): ReactNode {
  const { t } = useApp()
  const hasReplies = replyCount(discussion) > 0
  const user = useRelated(discussion, hasReplies ? 'lastPostedUser' : 'user', 'users')
  const author = useRelated(discussion, 'user', 'users')
  const time = hasReplies ? discussion.lastPostedAt : discussion.createdAt
  if (!time) return null
  return (
    <span className="DiscussionRow-last">
      {hasReplies && author && (
        // Sighted readers see the author's avatar.
        <VisuallyHidden>
          {t('core.forum.discussion_list.author_a11y_label', { username: author.displayName })}
        </VisuallyHidden>
      )}
      {hasReplies && <Icon name="reply" isDirectional />}
      <span>
        <Rich
          id={`core.forum.discussion_list.${hasReplies ? 'replied_text' : 'started_text'}`}
          params={{
            username: <bdi>{user?.displayName ?? t('core.lib.username.deleted_text')}</bdi>,
            ago: <Time value={time} />,
            hidden: renderVisuallyHidden,
          }}
        />
      </span>
    </span>
  )
}

// The visible icon has the same meaning.
function renderVisuallyHidden(children: ReactNode[]): ReactElement {
  return <VisuallyHidden>{children}</VisuallyHidden>
}
