import { alertOnError, offerUndo } from '../../base/alerts.ts'
import type { App } from '../../points/app.ts'
import type { StoreRecord } from '../../store/record.ts'
import { deleteResource, saveResource } from '../../store/resources.ts'

type Discussion = StoreRecord<'discussions'>

/** Hides a discussion from readers, optimistically, and offers to undo that. */
export async function hideDiscussion(app: App, discussion: Discussion): Promise<void> {
  const attributes = { isHidden: true } as const
  const hider = app.userId === undefined ? null : { type: 'users', id: app.userId }
  const optimistic = {
    attributes: { ...attributes, hiddenAt: app.clock.read().toISOString() },
    relationships: { hiddenUser: hider },
  }
  if (!(await alertOnError(app, () => saveResource(app, discussion, { attributes }, { optimistic })))) return
  const done = app.t('core.forum.discussion_controls.hidden_message')
  offerUndo(app, done, () => saveRestored(app, discussion), discussion)
}

/** Restores a hidden discussion, optimistically. */
export async function restoreDiscussion(app: App, discussion: Discussion): Promise<void> {
  await alertOnError(app, () => saveRestored(app, discussion))
}

async function saveRestored(app: App, discussion: Discussion): Promise<void> {
  // The response omits these fields for visible discussions, so the store would keep the old values.
  const optimistic = {
    attributes: { isHidden: undefined, hiddenAt: undefined },
    relationships: { hiddenUser: null },
  }
  await saveResource(app, discussion, { attributes: { isHidden: false } }, { optimistic })
}

/** Deletes a discussion for good, after a confirmation. Leaves the discussion's own page. */
export async function deleteDiscussion(app: App, discussion: Discussion): Promise<void> {
  const { t, modals, router } = app
  const isSure = await modals.confirm({
    title: t('core.forum.discussion_controls.delete_forever_button'),
    text: t('core.forum.discussion_controls.delete_confirmation'),
    confirmLabel: t('core.forum.discussion_controls.delete_forever_button'),
    isDanger: true,
  })
  if (!isSure || !(await alertOnError(app, () => deleteResource(app, discussion)))) return
  app.alerts.dismissUndoOf(discussion)
  const { params, path } = router.state.entry.location ?? {}
  if (path?.startsWith('/d/') && params?.id?.split('-', 1)[0] === discussion.id) router.back('/')
  // The focused menu disappeared with the discussion.
  else document.getElementById('content')?.focus({ preventScroll: true })
}
