import type { ReactNode } from 'react'
import { useRelated } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import type { PostProps } from './slots.ts'

/** Replaces a text that failed to render. The author and users who may edit it get a longer message. */
export function RenderFailed({ post }: PostProps): ReactNode {
  const { t, composer, userId } = useApp()
  const author = useRelated(post, 'user', 'users')
  const isOwn = author !== undefined && author.id === userId
  const isAuthorOrEditor = isOwn || post.canEdit
  return (
    <div className="Post-notice">
      <p>
        {t(isAuthorOrEditor ? 'core.forum.post.render_failed_text' : 'core.lib.error.render_failed_message')}
      </p>
      {post.canEdit && !post.isHidden && (
        <Button isSmall icon="edit" onClick={() => void composer.open({ kind: 'edit', postId: post.id })}>
          {t('core.forum.post_controls.edit_button')}
        </Button>
      )}
    </div>
  )
}
