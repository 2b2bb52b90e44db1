import type { ReactNode } from 'react'
import { useExactTime } from '../../base/i18n/use-exact-time.ts'
import { useRelated } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import { Tip } from '../../ui/menus/Tip.tsx'
import type { PostProps } from './slots.ts'

/** Marks an edited post; the tooltip names the last editor and the time. */
export function EditedMark({ post }: PostProps): ReactNode {
  const { t } = useApp()
  const editor = useRelated(post, 'editedUser', 'users')
  const date = useExactTime(post.editedAt ?? post.createdAt)
  const username = editor?.displayName ?? t('core.lib.username.deleted_text')
  return (
    <Tip className="Post-edited" text={date && t('core.forum.post.edited_tooltip', { username, date })}>
      {t('core.forum.post.edited_text')}
    </Tip>
  )
}
