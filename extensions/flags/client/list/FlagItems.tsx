import {
  Avatar,
  discussionPath,
  Rich,
  Skeleton,
  Time,
  useApp,
  useObservable,
  useRecords,
  useRelated,
} from '@parley/client'
import type { ReactNode } from 'react'
import type { FlagProps } from '../../contract/client.tsx'
import { setCurrentPost } from '../current-post.ts'
import { FlagSentence } from '../post/FlagLine.tsx'
import { flagQueueOf, postIdOf } from '../queue.ts'

/** The flags of a list that are not dismissed. */
export function useOpenFlags(ids: readonly string[]): readonly FlagProps['flag'][] {
  const { pending } = useObservable(flagQueueOf(useApp()))
  return useRecords('flags', ids).filter((flag) => !pending.has(postIdOf(flag) ?? ''))
}

/** Flagged posts: whose post where, and what the oldest flag says. */
export function FlagItems({ flags }: { flags: readonly FlagProps['flag'][] }): ReactNode {
  return (
    <ul className="NotificationList-groups">
      {flags.map((flag) => (
        <FlagItem key={flag.id} flag={flag} />
      ))}
    </ul>
  )
}

function FlagItem({ flag }: FlagProps): ReactNode {
  const app = useApp()
  const { t, href } = app
  const post = useRelated(flag, 'post', 'posts')
  const discussion = useRelated(post, 'discussion', 'discussions')
  const author = useRelated(post, 'user', 'users')
  const name = author?.displayName ?? t('core.lib.username.deleted_text')
  return (
    <li className="Notification">
      <span className="Notification-author">
        <Avatar user={author} size="s" />
      </span>
      <p className="Notification-text">
        {post && discussion ? (
          <a
            className="Notification-link"
            href={href(discussionPath(discussion, post.number))}
            onClick={() => setCurrentPost(app, post.id)}
          >
            <Rich
              id="flags.forum.flagged_posts.item_text"
              params={{ author: <Strong>{name}</Strong>, discussion: <Strong>{discussion.title}</Strong> }}
            />
          </a>
        ) : (
          t('flags.forum.flagged_posts.unseen_post_text')
        )}
      </p>
      <Time value={flag.createdAt} />
      <p className="Notification-excerpt">
        <FlagSentence flag={flag} />
      </p>
    </li>
  )
}

function Strong({ children }: { children: string }): ReactNode {
  return (
    <b>
      <bdi>{children}</bdi>
    </b>
  )
}

const skeletonWidths = ['78%', '61%', '70%']

/** The outline of a list that is loading. */
export function FlagItemsSkeleton(): ReactNode {
  return (
    <ul className="NotificationList-groups" aria-hidden="true">
      {skeletonWidths.map((width) => (
        <li key={width} className="Notification">
          <Skeleton isCircle />
          <p className="Notification-text">
            <Skeleton width={width} />
          </p>
        </li>
      ))}
    </ul>
  )
}
