import { type App, loadDocument } from '@parley/client'
import { buildQuery, type CollectionDocument } from '@parley/shared'

/** Loads posts by id, with what previews show of them. The answer leaves out those that the viewer may not see. */
export function loadPosts(
  app: App,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<CollectionDocument> {
  const query = buildQuery({ include: ['user', 'discussion'], filter: { id: ids.join() } })
  return loadDocument(app, `/posts?${query}`, signal, { isBackground: true })
}
