import type { ReactNode } from 'react'
import { alertOnError } from '../../base/alerts.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import type { DiscussionProps } from './slots.ts'

const loadActions = () => import('./hide-actions.ts')

/** Runs an action whose code is not part of the first view. */
function run(app: App, action: (actions: Awaited<ReturnType<typeof loadActions>>) => Promise<void>): void {
  app.connection.load(loadActions).then(
    (actions) => alertOnError(app, () => action(actions)),
    (error) => app.alerts.showError(error, () => run(app, action)),
  )
}

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
    <MenuItem
      icon="eyeoff"
      isDanger
      load={loadActions}
      onSelect={() => run(app, (actions) => actions.hideDiscussion(app, discussion))}
    >
      {app.t('core.forum.discussion_controls.delete_button')}
    </MenuItem>
  )
}

export function RestoreControl({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  if (!discussion.canHide || !discussion.isHidden) return null
  return (
    <MenuItem
      icon="eye"
      load={loadActions}
      onSelect={() => run(app, (actions) => actions.restoreDiscussion(app, discussion))}
    >
      {app.t('core.forum.discussion_controls.restore_button')}
    </MenuItem>
  )
}

export function DeleteControl({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  if (!discussion.canDelete || !discussion.isHidden) return null
  return (
    <MenuItem
      icon="trash"
      isDanger
      load={loadActions}
      onSelect={() => run(app, (actions) => actions.deleteDiscussion(app, discussion))}
    >
      {app.t('core.forum.discussion_controls.delete_forever_button')}
    </MenuItem>
  )
}
