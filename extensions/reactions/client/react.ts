import { ApiError, type App, loadDocument } from '@parley/client'
import type { ResourceDocument } from '@parley/shared'
import { rememberGuest } from './guest.ts'

/** Writes that are not answered, by the id of their post: the last one of each, and how many there are. */
const writes = new Map<string, { count: number; last: Promise<void> }>()

/** Whether the page shows more of a post's reactions than the server has answered. */
export function isSaving(postId: string): boolean {
  return writes.has(postId)
}

/**
 * Chooses a type for a post, or takes the reader's reaction back. Shows that at once; what the server refuses is taken back, and
 * an alert says why.
 */
export async function react(app: App, postId: string, typeId: number | null): Promise<void> {
  const post = app.store.get('posts', postId)
  if (!post?.reactionCounts) return
  const rollback = app.store.change('posts', postId, {
    attributes: {
      reactionCounts: movedCounts(post.reactionCounts, post.userReactionIdentifier ?? null, typeId),
      userReactionIdentifier: typeId,
    },
  })
  // One after the other: the last choice counts, also on the server.
  const write = writes.get(postId) ?? { count: 0, last: Promise.resolve() }
  write.count += 1
  write.last = write.last.then(() => send(app, postId, typeId, rollback, write))
  writes.set(postId, write)
  await write.last
}

async function send(
  app: App,
  postId: string,
  typeId: number | null,
  rollback: () => void,
  write: { count: number },
): Promise<void> {
  const data = { type: 'posts', id: postId, attributes: { reaction: typeId } }
  let answer: ResourceDocument | undefined
  try {
    answer = await app.api.request<ResourceDocument>(`/posts/${postId}`, {
      method: 'PATCH',
      body: { data },
      keepalive: true,
    })
    if (app.userId === undefined) rememberGuest()
  } catch (error) {
    rollback()
    app.alerts.showError(error)
    // The type may have been deleted or disabled since the page was loaded.
    if (error instanceof ApiError && error.status === 422)
      void loadDocument(app, '/', undefined, quiet).catch(() => {})
  }
  write.count -= 1
  if (write.count > 0) return
  writes.delete(postId)
  app.store.push(answer)
  warnOfConversion(app, postId, typeId)
}

const quiet = { isBackground: true }

/** Says that a reaction counts as a like or a vote instead, which the page shows elsewhere. */
function warnOfConversion(app: App, postId: string, typeId: number | null): void {
  const { forum, store, t, alerts } = app
  const type = typeId === null ? undefined : store.get('reactions', String(typeId))
  const isConverted = type !== undefined && forum.ReactionConverts?.includes(type.identifier)
  if (isConverted && store.get('posts', postId)?.userReactionIdentifier !== typeId)
    alerts.show(t('reactions.forum.warning'), { tone: 'warning', timeout: 5000 })
}

/** The counts after a reader has changed from one type to another. */
export function movedCounts(
  counts: Readonly<Record<string, number>>,
  from: number | null,
  to: number | null,
): Record<string, number> {
  const moved = { ...counts }
  if (from !== null) moved[from] = Math.max(0, (moved[from] ?? 0) - 1)
  if (to !== null) moved[to] = (moved[to] ?? 0) + 1
  return moved
}
