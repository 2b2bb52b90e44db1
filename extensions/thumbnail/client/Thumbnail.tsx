import {
  Avatar,
  continuePath,
  type DiscussionProps,
  useApp,
  useRelated,
  userPath,
  useSessionUser,
} from '@parley/client'
import type { ReactNode } from 'react'

/** The picture of a discussion that has one, in place of a person's. If it does not load, the row has that again. */
export function Thumbnail({ discussion }: DiscussionProps): ReactNode {
  const { forum, href, store } = useApp()
  const viewer = useSessionUser()
  const author = useRelated(discussion, 'user', 'users')
  const leadsToAuthor = author && !forum['fof-discussion-thumbnail.link_to_discussion']
  return (
    <Avatar
      className="DiscussionListItem-thumbnail"
      user={{ displayName: '', avatarUrl: discussion.customThumbnail ?? null }}
      href={href(leadsToAuthor ? userPath(author) : continuePath(discussion, viewer))}
      isBesideName
      onError={() => store.change('discussions', discussion.id, { attributes: { customThumbnail: null } })}
    />
  )
}
