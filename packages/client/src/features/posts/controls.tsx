import { type ReactNode, useRef } from 'react'
import { useRelated } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import { LinkButton } from '../../ui/buttons/Button.tsx'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import { copyText } from '../../ui/prose/copy-text.ts'
import { replyRefusal } from '../discussions/reply-refusal.ts'
import { deletePost, hidePost, restorePost } from './actions.ts'
import { quoteOfPost, selectionInPost } from './quote-of-post.ts'
import { replyLink } from './reply-link.ts'
import type { PostProps } from './slots.ts'

export function ReplyAction({ post }: PostProps): ReactNode {
  const app = useApp()
  const discussion = useRelated(post, 'discussion', 'discussions')
  // A click on the link ends the selection.
  const selected = useRef('')
  if (discussion === undefined || post.isHidden) return null
  if (replyRefusal(app, discussion) !== undefined) return null
  const quote = () => quoteOfPost(app, post, selectionInPost(post.number) || selected.current)
  const handlePointerDown = () => {
    selected.current = selectionInPost(post.number)
  }
  return (
    <LinkButton
      {...replyLink(app, discussion, quote)}
      onPointerDown={handlePointerDown}
      variant="quiet"
      isSmall
      icon="reply"
      isDirectional
    >
      {app.t('core.forum.discussion_controls.reply_button')}
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

/** The author's IP address, which the server sends only to users who may see it. Choosing it copies it. */
export function IpAddressItem({ post: { ipAddress } }: PostProps): ReactNode {
  const { t, alerts } = useApp()
  if (!ipAddress) return null
  const copy = async () => {
    const isCopied = await copyText(ipAddress)
    if (isCopied)
      alerts.show(t('core.forum.post.ip_address_copied_message'), { tone: 'success', timeout: 5000 })
    else alerts.show(t('core.forum.post.ip_address_not_copied_message'), { tone: 'danger' })
  }
  return (
    <MenuItem icon="copy" onSelect={() => void copy()}>
      <span>
        <bdi>{ipAddress}</bdi>
        <small>{t('core.forum.post.ip_address_tooltip')}</small>
      </span>
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
