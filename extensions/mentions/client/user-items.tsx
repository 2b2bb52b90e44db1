import {
  Avatar,
  type PostProps,
  PostsListItemMeta,
  type UserProps,
  UserTab,
  UserTabs,
  useApp,
  useRelated,
  useRouterState,
  userPath,
  useT,
} from '@parley/client'
import type { ReactNode } from 'react'

export default [
  UserTabs.add('mentions', MentionsTab, { priority: 80 }),
  PostsListItemMeta.add('author', Author, { priority: 100 }),
]

function MentionsTab({ user }: UserProps): ReactNode {
  const t = useT()
  return (
    <UserTab path={`${userPath(user)}/mentions`} icon="at">
      {t('mentions.forum.user.mentions_link')}
    </UserTab>
  )
}

/** Who wrote a post, on the page of another user. */
function Author({ post }: PostProps): ReactNode {
  const { href } = useApp()
  const author = useRelated(post, 'user', 'users')
  const { location } = useRouterState().entry
  const isOther = author?.slug.toLowerCase() !== location?.params.username?.toLowerCase()
  if (author === undefined || !isOther) return null
  return (
    <a className="PostAuthor" href={href(userPath(author))}>
      <Avatar user={author} size="xs" /> <bdi>{author.displayName}</bdi>
    </a>
  )
}
