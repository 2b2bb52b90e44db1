import { type App, loadDocument, type StoreRecord } from '@parley/client'
import { buildQuery } from '@parley/shared'

type PostRecord = StoreRecord<'posts'>

/** Posts that were loaded again, with the post that mentions them. */
const refreshed = new Set<string>()

/**
 * Loads the posts again that a text mentions, if they were loaded before it was posted: who mentioned them stands below
 * them. @returns ends the request.
 */
export function refreshMentioned(text: HTMLElement, app: App, post: PostRecord): (() => void) | undefined {
  const links = [...text.querySelectorAll<HTMLElement>('.PostMention[data-id]')]
  const ids = new Set(links.map(({ dataset }) => dataset.id ?? ''))
  const stale = [...ids].filter((id) => {
    const mentioned = app.store.get('posts', id)
    const key = `${id} ${post.id}`
    if (mentioned === undefined || refreshed.has(key) || !lacks(mentioned, post)) return false
    refreshed.add(key)
    return true
  })
  if (stale.length === 0) return undefined
  const include = ['user', 'discussion', 'mentionedBy', 'mentionedBy.user', 'mentionedBy.discussion']
  const query = buildQuery({ include, filter: { id: stale.join() } })
  const controller = new AbortController()
  // Without an answer the line stays as it is until the page is loaded again.
  loadDocument(app, `/posts?${query}`, controller.signal, { isBackground: true }).catch(() => {
    for (const id of stale) refreshed.delete(`${id} ${post.id}`)
  })
  return () => controller.abort()
}

/** Whether a loaded post does not know yet that another one mentions it. */
function lacks({ relationships, mentionedByCount = 0 }: PostRecord, { id, createdAt }: PostRecord): boolean {
  const { mentionedBy } = relationships
  if (!Array.isArray(mentionedBy) || mentionedBy.some((mentioning) => mentioning.id === id)) return false
  // The relationship has only the first ones.
  const hasAll = mentionedBy.length === mentionedByCount
  return hasAll || Date.parse(createdAt) > performance.timeOrigin
}
