import type { ReactNode } from 'react'
import { useApp } from '../app-context.ts'
import type { DiscussionProps } from '../discussions/slots.ts'
import { useRelated } from '../store/use-record.ts'
import { LinkButton } from '../ui/Button.tsx'
import { MenuItem } from '../ui/Menu.tsx'
import { deletePost, hidePost, restorePost } from './actions.ts'
import type { PostProps } from './slots.ts'
import { useReplyLink } from './use-reply-link.ts'

/** Replies to the discussion. */
export function ReplyAction({ post }: PostProps): ReactNode {
  const discussion = useRelated(post, 'discussion', 'discussions')
  return discussion === undefined || post.isHidden ? null : <ReplyButton discussion={discussion} />
}

function ReplyButton({ discussion }: DiscussionProps): ReactNode {
  const { t, userId } = useApp()
  const link = useReplyLink(discussion)
  if (userId !== undefined && !discussion.canReply) return null
  return (
    <LinkButton {...link} variant="quiet" isSmall icon="reply" isDirectional>
      {t('core.forum.discussion_controls.reply_button')}
    </LinkButton>
  )
}

export function EditControl({ post }: PostProps): ReactNode {
  const { t, composer } = useApp()
  if (!post.canEdit || post.isHidden || post.contentType !== 'comment') return null
  return (
    <MenuItem icon="edit" onSelect={() => void composer.open({ kind: 'edit', postId: post.id })}>
      {t('core.forum.post_controls.edit_button')}
    </MenuItem>
  )
}

export function HideControl({ post }: PostProps): ReactNode {
  const app = useApp()
  if (!post.canHide || post.isHidden || post.contentType !== 'comment') return null
  return (
    <MenuItem icon="eyeoff" isDanger onSelect={() => void hidePost(app, post)}>
      {app.t('core.forum.post_controls.delete_button')}
    </MenuItem>
  )
}

export function RestoreControl({ post }: PostProps): ReactNode {
  const app = useApp()
  if (!post.canHide || !post.isHidden) return null
  return (
    <MenuItem icon="eye" onSelect={() => void restorePost(app, post)}>
      {app.t('core.forum.post_controls.restore_button')}
    </MenuItem>
  )
}

export function DeleteControl({ post }: PostProps): ReactNode {
  const app = useApp()
  if (!post.canDelete || (!post.isHidden && post.contentType === 'comment')) return null
  return (
    <MenuItem icon="trash" isDanger onSelect={() => void deletePost(app, post)}>
      {app.t('core.forum.post_controls.delete_forever_button')}
    </MenuItem>
  )
}
