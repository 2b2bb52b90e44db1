import type { ReactNode, Ref } from 'react'
import { Rich } from '../../base/i18n/Rich.tsx'
import { Time } from '../../base/i18n/Time.tsx'
import { useForum } from '../../base/records/use-forum.ts'
import { useRelated } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import { discussionPath } from '../discussions/discussion-path.ts'
import { replyCount } from '../discussions/read-state.ts'
import { DiscussionBadges, type DiscussionProps } from '../discussions/slots.ts'
import { userPath } from '../users/user-path.ts'
import { DiscussionHeroItems } from './slots.ts'

interface DiscussionHeroProps extends DiscussionProps {
  ref?: Ref<HTMLElement>
}

/** The header of a discussion: title, author and date. */
export function DiscussionHero({ discussion, ref }: DiscussionHeroProps): ReactNode {
  const { t, href } = useApp()
  const { baseUrl } = useForum()
  const author = useRelated(discussion, 'user', 'users')
  const username =
    author === undefined ? (
      <span>{t('core.lib.username.deleted_text')}</span>
    ) : (
      <a href={href(userPath(author))}>
        <bdi>{author.displayName}</bdi>
      </a>
    )
  return (
    <header ref={ref} className="DiscussionHero">
      <DiscussionHeroItems discussion={discussion} />
      <div className="DiscussionHero-title">
        <h1>
          <bdi>{discussion.title}</bdi>
        </h1>
        <span className="Badges">
          <DiscussionBadges discussion={discussion} />
        </span>
      </div>
      {discussion.createdAt !== undefined && (
        <p className="DiscussionHero-meta">
          <Rich
            id="core.forum.discussion.started_text"
            params={{ username, ago: <Time value={discussion.createdAt} />, count: replyCount(discussion) }}
          />
        </p>
      )}
      <p className="DiscussionHero-address" aria-hidden="true">
        {`${baseUrl}${discussionPath(discussion)}`}
      </p>
    </header>
  )
}
