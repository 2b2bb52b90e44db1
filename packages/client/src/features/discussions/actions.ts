import { buildQuery } from '@parley/shared'
import { alertOnError } from '../../base/alerts.ts'
import { delayWrite } from '../../base/delayed-write.ts'
import type { App } from '../../points/app.ts'
import type { StoreRecord } from '../../store/record.ts'
import { deleteResource, saveResource } from '../../store/resources.ts'

type Discussion = StoreRecord<'discussions'>

/** Marks a discussion as read to its end: the page shows that at once, and offers to undo it before it is sent. */
export function markAsRead(app: App, { id, lastPostNumber }: Discussion): void {
  const attributes = { lastReadPostNumber: lastPostNumber }
  const undo = app.store.change('discussions', id, { attributes })
  delayWrite(app, {
    done: app.t('core.forum.discussion_list.marked_as_read_message'),
    send: () => saveReadState(app, id, attributes, undo),
    undo,
    isSentOnNavigation: true,
  })
}

async function saveReadState(app: App, id: string, attributes: object, undo: () => void): Promise<void> {
  // The page shows the change already, so nothing else changes until the answer; the request outlives the page.
  const optimistic = { attributes: {} }
  const save = () => saveResource(app, { type: 'discussions', id }, { attributes }, { optimistic })
  if (!(await alertOnError(app, save))) undo()
}

/** Marks all discussions as read, optimistically, after a confirmation. */
export async function markAllAsRead(app: App): Promise<void> {
  const { t, userId, modals } = app
  if (userId === undefined) return
  const isSure = await modals.confirm({
    title: t('core.forum.index.mark_all_as_read_confirmation'),
    confirmLabel: t('core.forum.index.mark_all_as_read_tooltip'),
  })
  if (!isSure) return
  const attributes = { markedAllAsReadAt: new Date().toISOString() }
  await alertOnError(app, () =>
    saveResource(app, { type: 'users', id: userId }, { attributes }, { optimistic: true }),
  )
}

/**
 * Changes a discussion, optimistically; an error undoes the change and shows an alert. The discussion's open page
 * loads the event posts about the change.
 */
export async function changeDiscussion(
  app: App,
  discussion: Discussion,
  attributes: Partial<Discussion>,
): Promise<void> {
  await alertOnError(app, () => saveDiscussion(app, discussion, attributes, true))
}

async function saveDiscussion(
  app: App,
  discussion: Discussion,
  attributes: Partial<Discussion>,
  optimistic: boolean,
): Promise<void> {
  // Requests all loaded fields, but not the list of posts, which is as long as the discussion.
  const { type: _, id: __, relationships: ___, ...loaded } = discussion
  const fields = { discussions: Object.keys({ ...loaded, ...attributes }).join() }
  await saveResource(app, discussion, { attributes }, { optimistic, query: buildQuery({ fields }) })
  app.changes.notify(discussion)
}

/** Hides a discussion from readers, optimistically. */
export async function hideDiscussion(app: App, discussion: Discussion): Promise<void> {
  const attributes = { isHidden: true } as const
  const optimistic = { attributes: { ...attributes, hiddenAt: new Date().toISOString() } }
  await alertOnError(app, () => saveResource(app, discussion, { attributes }, { optimistic }))
}

/** Restores a hidden discussion, optimistically. */
export async function restoreDiscussion(app: App, discussion: Discussion): Promise<void> {
  // The response omits these fields for visible discussions, so the store would keep the old values.
  const optimistic = { attributes: { isHidden: undefined, hiddenAt: undefined } }
  await alertOnError(app, () =>
    saveResource(app, discussion, { attributes: { isHidden: false } }, { optimistic }),
  )
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
  const { params, path } = router.state.entry.location ?? {}
  if (path?.startsWith('/d/') && params?.id?.split('-', 1)[0] === discussion.id) router.back('/')
  // The focused menu disappeared with the discussion.
  else document.getElementById('content')?.focus({ preventScroll: true })
}

/**
 * Renames a discussion. An empty or unchanged title sends no request.
 * @returns whether the title changed. @throws ApiError when the server refuses it.
 */
export async function renameDiscussion(app: App, discussion: Discussion, title: string): Promise<boolean> {
  const newTitle = title.trim()
  if (newTitle === '' || newTitle === discussion.title) return false
  await saveDiscussion(app, discussion, { title: newTitle }, false)
  return true
}
