import { alertOnError, offerUndo } from '../../base/alerts.ts'
import type { App } from '../../points/app.ts'
import { ApiError } from '../../store/api-error.ts'
import type { StoreRecord } from '../../store/record.ts'
import { deleteResource, loadDocument, saveResource } from '../../store/resources.ts'
import { discussionRequest } from '../discussions/discussion-request.ts'

type Post = StoreRecord<'posts'>

/** Hides a post, optimistically, and offers to undo that. */
export async function hidePost(app: App, post: Post): Promise<void> {
  const hider = app.userId === undefined ? null : { type: 'users', id: app.userId }
  const optimistic = {
    attributes: { isHidden: true, hiddenAt: app.clock.read().toISOString() } as const,
    relationships: { hiddenUser: hider },
  }
  const isDone = await alertOnError(app, async () => {
    await saveResource(app, post, { attributes: { isHidden: true } }, { optimistic })
    await refreshDiscussion(app, post)
  })
  if (!isDone) return
  offerUndo(app, app.t('core.forum.post_controls.hidden_message'), () => saveRestored(app, post), post)
}

/** Restores a hidden post, optimistically. */
export async function restorePost(app: App, post: Post): Promise<void> {
  await alertOnError(app, () => saveRestored(app, post))
}

async function saveRestored(app: App, post: Post): Promise<void> {
  // The response omits these fields for posts that are not hidden, so the store would keep the old values.
  const optimistic = {
    attributes: { isHidden: undefined, hiddenAt: undefined },
    relationships: { hiddenUser: null },
  }
  await saveResource(app, post, { attributes: { isHidden: false } }, { optimistic })
  await refreshDiscussion(app, post)
}

/** Deletes a post for good, optimistically, after a confirmation. The last post's discussion goes with it. */
export async function deletePost(app: App, post: Post): Promise<void> {
  const label = app.t('core.forum.post_controls.delete_forever_button')
  const isSure = await app.modals.confirm({
    title: label,
    text: app.t('core.forum.post_controls.delete_confirmation'),
    confirmLabel: label,
    isDanger: true,
  })
  if (!isSure) return
  const restore = removeOptimistically(app, post)
  app.alerts.dismissUndoOf(post)
  await alertOnError(app, async () => {
    try {
      await deleteResource(app, post)
    } catch (error) {
      restore()
      throw error
    }
    await refreshDiscussion(app, post)
    const discussion = app.store.related(post, 'discussion', 'discussions')
    if (discussion !== undefined) app.changes.notify(discussion)
  })
}

/** Removes a post from the store. @returns a function that restores it. */
function removeOptimistically({ store }: App, post: Post): () => void {
  const { type, id, relationships, ...attributes } = post
  store.remove(post)
  const linked = Object.entries(relationships).flatMap(([name, data]) => (data ? [[name, { data }]] : []))
  return () => store.pushResource({ type, id, attributes, relationships: Object.fromEntries(linked) })
}

/** Reloads the discussion's counts and last post. Removes the discussion if the server has deleted it. */
async function refreshDiscussion(app: App, post: Post): Promise<void> {
  const discussion = app.store.related(post, 'discussion', 'discussions')
  if (discussion === undefined) return
  try {
    await loadDocument(app, discussionRequest(discussion.id, app, ['lastPostedUser']))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    app.store.remove(discussion)
    const { params, path } = app.router.state.entry.location ?? {}
    if (path?.startsWith('/d/') && params?.id?.split('-', 1)[0] === discussion.id) app.router.back('/')
  }
}
