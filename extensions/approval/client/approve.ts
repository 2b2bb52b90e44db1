import { type App, alertOnError, loadDocument, type StoreRecord, saveResource } from '@parley/client'
import { flagQueue } from '../../flags/contract/client.tsx'

type Post = StoreRecord<'posts'>

/** Approves a post, optimistically, and dismisses its flags: that goes on to the next flagged post. */
export async function approvePost(app: App, post: Post): Promise<void> {
  const isDone = await alertOnError(app, () =>
    saveResource(app, post, { attributes: { isApproved: true } }, { optimistic: true }),
  )
  if (!isDone) return
  // Perhaps another moderator has hidden it, which the page shows only now.
  const isHidden = app.store.get('posts', post.id)?.isHidden
  const done = app.t(
    `approval.forum.post_controls.${isHidden ? 'approved_hidden_message' : 'approved_message'}`,
  )
  app.alerts.show(done, { tone: 'success', timeout: 5000 })
  if (isFlagged(post)) await flagQueue.of(app).dismiss(app, post)
  await refreshDiscussion(app, post)
}

/** Whether the viewer sees flags of a post. */
export function isFlagged({ relationships: { flags } }: Post): boolean {
  return Array.isArray(flags) && flags.length > 0
}

/** Loads what the approval has changed of the discussion. What cannot be loaded now comes with the next page. */
async function refreshDiscussion(app: App, post: Post): Promise<void> {
  const discussion = app.store.related(post, 'discussion', 'discussions')
  if (discussion === undefined) return
  const fields = 'commentCount,participantCount,lastPostNumber,lastPostedAt,isApproved,lastPostedUser'
  const path = `/discussions/${discussion.id}?include=lastPostedUser&fields[discussions]=${fields}`
  await loadDocument(app, path, undefined, { isBackground: true }).catch(() => undefined)
}
