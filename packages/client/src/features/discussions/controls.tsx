import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import { deleteDiscussion, hideDiscussion, restoreDiscussion } from './actions.ts'
import type { DiscussionProps } from './slots.ts'

export function RenameControl({ discussion }: DiscussionProps): ReactNode {
  const { t, modals } = useApp()
  if (!discussion.canRename) return null
  const load = async () => (await import('./RenameModal.tsx')).RenameModal
  return (
    <MenuItem icon="edit" load={load} onSelect={() => void modals.load(load, { discussion })}>
      {t('core.forum.discussion_controls.rename_button')}
    </MenuItem>
  )
}

export function HideControl({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  if (!discussion.canHide || discussion.isHidden) return null
  return (
    <MenuItem icon="eyeoff" isDanger onSelect={() => void hideDiscussion(app, discussion)}>
      {app.t('core.forum.discussion_controls.delete_button')}
    </MenuItem>
  )
}

export function RestoreControl({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  if (!discussion.canHide || !discussion.isHidden) return null
  return (
    <MenuItem icon="eye" onSelect={() => void restoreDiscussion(app, discussion)}>
      {app.t('core.forum.discussion_controls.restore_button')}
    </MenuItem>
  )
}

export function DeleteControl({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  if (!discussion.canDelete || !discussion.isHidden) return null
  return (
    <MenuItem icon="trash" isDanger onSelect={() => void deleteDiscussion(app, discussion)}>
      {app.t('core.forum.discussion_controls.delete_forever_button')}
    </MenuItem>
  )
}
