import type { ReactNode } from 'react'
import { useRelated } from '../../base/records/use-record.ts'
import { useT } from '../../points/app-context.ts'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { PostHeader, type PostProps } from '../posts/slots.ts'
import { useIsOnline } from './card/online.ts'
import { GroupMarks } from './card/UserCard.tsx'

/** The groups of a post's author. */
function AuthorGroups({ post }: PostProps): ReactNode {
  const author = useRelated(post, 'user', 'users')
  return author && <GroupMarks user={author} />
}

/** Says in words, for screen readers, that the author is online. */
function AuthorOnline({ post }: PostProps): ReactNode {
  const t = useT()
  const isOnline = useIsOnline(useRelated(post, 'user', 'users'))
  return isOnline && <VisuallyHidden>{t('core.forum.user.online_text')}</VisuallyHidden>
}

/** The items that posts show about their authors. */
export default [
  PostHeader.add('groups', AuthorGroups, { priority: 100 }),
  PostHeader.add('online', AuthorOnline, { priority: 110 }),
]
