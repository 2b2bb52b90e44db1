import { buildQuery } from '@parley/shared'
import type { App } from '../../base/app-context.ts'
import type { StoreRecord } from '../../store/record.ts'
import { deleteResource, saveResource } from '../../store/resources.ts'

type Discussion = StoreRecord<'discussions'>

/** Runs a write; what goes wrong becomes an alert. @returns whether it went well. */
async function attempt(app: App, write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    app.alerts.showError(error)
    return false
  }
}

/** Marks a discussion as read to its end, at once. */
export async function markAsRead(app: App, discussion: Discussion): Promise<void> {
  const attributes = { lastReadPostNumber: discussion.lastPostNumber }
  await attempt(app, () => saveResource(app, discussion, { attributes }, { optimistic: true }))
}

/** Asks, then marks everything as read, at once. */
export async function markAllAsRead(app: App): Promise<void> {
  const { t, userId, modals } = app
  if (userId === undefined) return
  const isSure = await modals.confirm({
    title: t('core.forum.index.mark_all_as_read_confirmation'),
    confirmLabel: t('core.forum.index.mark_all_as_read_tooltip'),
  })
  if (!isSure) return
  const attributes = { markedAllAsReadAt: new Date().toISOString() }
  await attempt(app, () =>
    saveResource(app, { type: 'users', id: userId }, { attributes }, { optimistic: true }),
  )
}

/**
 * Changes a discussion, at once; what goes wrong becomes an alert and is taken back. Its open page shows the events
 * that were posted about it.
 */
export async function changeDiscussion(
  app: App,
  discussion: Discussion,
  attributes: Partial<Discussion>,
): Promise<void> {
  await attempt(app, () => saveDiscussion(app, discussion, attributes, true))
}

async function saveDiscussion(
  app: App,
  discussion: Discussion,
  attributes: Partial<Discussion>,
  optimistic: boolean,
): Promise<void> {
  // Everything but the list of all posts, which would be as long as the discussion.
  const { type: _, id: __, relationships: ___, ...known } = discussion
  const fields = { discussions: Object.keys({ ...known, ...attributes }).join() }
  await saveResource(app, discussion, { attributes }, { optimistic, query: buildQuery({ fields }) })
  app.changes.tell(discussion)
}

/** Hides a discussion from readers, at once. */
export async function hideDiscussion(app: App, discussion: Discussion): Promise<void> {
  const attributes = { isHidden: true } as const
  const optimistic = { attributes: { ...attributes, hiddenAt: new Date().toISOString() } }
  await attempt(app, () => saveResource(app, discussion, { attributes }, { optimistic }))
}

/** Shows a hidden discussion again, at once. */
export async function restoreDiscussion(app: App, discussion: Discussion): Promise<void> {
  // The answer leaves these out for what is not hidden, so the old values would stay.
  const optimistic = { attributes: { isHidden: undefined, hiddenAt: undefined } }
  await attempt(app, () => saveResource(app, discussion, { attributes: { isHidden: false } }, { optimistic }))
}

/** Asks, then deletes a discussion for good. Its own page gives way to where the reader came from. */
export async function deleteDiscussion(app: App, discussion: Discussion): Promise<void> {
  const { t, modals, router } = app
  const isSure = await modals.confirm({
    title: t('core.forum.discussion_controls.delete_forever_button'),
    text: t('core.forum.discussion_controls.delete_confirmation'),
    confirmLabel: t('core.forum.discussion_controls.delete_forever_button'),
    isDanger: true,
  })
  if (!isSure || !(await attempt(app, () => deleteResource(app, discussion)))) return
  const { params, path } = router.state.entry.location ?? {}
  if (path?.startsWith('/d/') && params?.id?.split('-', 1)[0] === discussion.id) router.back('/')
  // The menu that had the focus went with the discussion.
  else document.getElementById('content')?.focus({ preventScroll: true })
}

/**
 * Gives a discussion another title. An empty or unchanged one asks nothing of the server.
 * @returns whether there is a new title. @throws ApiError when the server refuses it.
 */
export async function renameDiscussion(app: App, discussion: Discussion, title: string): Promise<boolean> {
  const wanted = title.trim()
  if (wanted === '' || wanted === discussion.title) return false
  await saveDiscussion(app, discussion, { title: wanted }, false)
  return true
}
