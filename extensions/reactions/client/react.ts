import { ApiError, type App, loadDocument } from '@parley/client'
import type { ResourceDocument } from '@parley/shared'
import { rememberGuest } from './guest.ts'

/** The writes of a post that are not all answered. */
interface Writes {
  /** The last one. It does not reject. */
  last: Promise<unknown> | undefined
  /** Take back what was refused since the last one that was stored, the first one first. */
  rollbacks: (() => void)[]
}

/** By the id of the post. */
const writes = new Map<string, Writes>()

/**
 * Chooses a type for a post, or takes the reader's reaction back. Shows that at once; what the server refuses is taken back, and
 * an alert says why.
 */
export async function react(app: App, postId: string, typeId: number | null): Promise<void> {
  const { store, api, alerts } = app
  const post = store.get('posts', postId)
  if (!post?.reactionCounts) return
  const attributes = {
    reactionCounts: movedCounts(post.reactionCounts, post.userReactionIdentifier ?? null, typeId),
    userReactionIdentifier: typeId,
  }
  const rollback = store.change('posts', postId, { attributes })
  const ofPost: Writes = writes.get(postId) ?? { last: undefined, rollbacks: [] }
  const earlier = ofPost.last
  const write = store.write(post, Object.keys(attributes), async () => {
    // One after the other: the last choice counts, also on the server.
    await earlier
    const body = { data: { type: 'posts', id: postId, attributes: { reaction: typeId } } }
    return api.request<ResourceDocument>(`/posts/${postId}`, { method: 'PATCH', body, keepalive: true })
  })
  const ended = write.catch(() => {})
  ofPost.last = ended
  writes.set(postId, ofPost)
  try {
    store.push(await write)
    ofPost.rollbacks = []
    if (app.userId === undefined) rememberGuest()
    warnOfConversion(app, postId, typeId)
  } catch (error) {
    ofPost.rollbacks.push(rollback)
    // Each one restores what the page showed before it, which may be a choice that was refused as well.
    if (ofPost.last === ended) for (const undo of ofPost.rollbacks.toReversed()) undo()
    alerts.showError(error)
    // The type may have been deleted or disabled since the page was loaded.
    if (error instanceof ApiError && error.status === 422)
      void loadDocument(app, '/', undefined, { isBackground: true }).catch(() => {})
  }
  if (ofPost.last === ended) writes.delete(postId)
}

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
