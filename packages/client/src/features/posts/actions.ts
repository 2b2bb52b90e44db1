import type { App } from '../../base/app-context.ts'
import { ApiError } from '../../store/api-error.ts'
import type { StoreRecord } from '../../store/record.ts'
import { deleteResource, loadDocument, saveResource } from '../../store/resources.ts'

type Post = StoreRecord<'posts'>

/** Asks, then hides a post at once; taken back when the server refuses. */
export async function hidePost(app: App, post: Post): Promise<void> {
  const isSure = await app.modals.confirm({
    title: app.t('core.forum.post_controls.delete_button'),
    text: app.t('core.forum.post_controls.hide_confirmation'),
    confirmLabel: app.t('core.forum.post_controls.delete_button'),
    isDanger: true,
  })
  if (!isSure) return
  const hider = app.userId === undefined ? null : { type: 'users', id: app.userId }
  const optimistic = {
    attributes: { isHidden: true, hiddenAt: new Date().toISOString() } as const,
    relationships: { hiddenUser: hider },
  }
  await attempt(app, async () => {
    await saveResource(app, post, { attributes: { isHidden: true } }, { optimistic })
    await refreshDiscussion(app, post)
  })
}

/** Shows a hidden post again, at once. */
export async function restorePost(app: App, post: Post): Promise<void> {
  // The answer leaves these out for what is not hidden, so the old values would stay.
  const optimistic = {
    attributes: { isHidden: undefined, hiddenAt: undefined },
    relationships: { hiddenUser: null },
  }
  await attempt(app, async () => {
    await saveResource(app, post, { attributes: { isHidden: false } }, { optimistic })
    await refreshDiscussion(app, post)
  })
}

/** Asks, then deletes a post for good, at once. With its last post the discussion goes. */
export async function deletePost(app: App, post: Post): Promise<void> {
  const label = app.t('core.forum.post_controls.delete_forever_button')
  const isSure = await app.modals.confirm({
    title: label,
    text: app.t('core.forum.post_controls.delete_confirmation'),
    confirmLabel: label,
    isDanger: true,
  })
  if (!isSure) return
  const takeBack = removeAtOnce(app, post)
  await attempt(app, async () => {
    try {
      await deleteResource(app, post)
    } catch (error) {
      takeBack()
      throw error
    }
    await refreshDiscussion(app, post)
    const discussion = app.store.related(post, 'discussion', 'discussions')
    if (discussion !== undefined) app.changes.tell(discussion)
  })
}

function removeAtOnce({ store }: App, post: Post): () => void {
  const { type, id, relationships, ...attributes } = post
  store.remove(post)
  const linked = Object.entries(relationships).flatMap(([name, data]) => (data ? [[name, { data }]] : []))
  return () => store.pushResource({ type, id, attributes, relationships: Object.fromEntries(linked) })
}

/** Counts and the last post change with a post; without any post left the discussion is gone. */
async function refreshDiscussion(app: App, post: Post): Promise<void> {
  const discussion = app.store.related(post, 'discussion', 'discussions')
  if (discussion === undefined) return
  try {
    await loadDocument(app, `/discussions/${discussion.id}?include=lastPostedUser`)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    app.store.remove(discussion)
    const { params, path } = app.router.state.entry.location ?? {}
    if (path?.startsWith('/d/') && params?.id?.split('-', 1)[0] === discussion.id) app.router.back('/')
  }
}

async function attempt(app: App, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    app.alerts.showError(error)
  }
}
