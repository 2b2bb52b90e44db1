import { type DiscussionProps, MenuItem, useApp } from '@parley/client'
import type { ReactNode } from 'react'

const load = () => import('./edit-tags.ts')

/** In a discussion's menu: changes its tags. */
export function EditTagsControl({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  if (!discussion.canTag) return null
  const edit = () => {
    app.connection.load(load).then(
      ({ editTags }) => editTags(app, discussion),
      (error) => app.alerts.showError(error, edit),
    )
  }
  return (
    <MenuItem icon="tag" load={load} onSelect={edit}>
      {app.t('tags.forum.discussion_controls.edit_tags_button')}
    </MenuItem>
  )
}
