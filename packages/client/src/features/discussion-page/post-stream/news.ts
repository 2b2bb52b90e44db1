import type { App } from '../../../points/app.ts'
import type { DiscussionPageState } from '../page-context.ts'
import { loadDiscussion } from '../requests.ts'

/** Replies that the reader has not reached of which is checked whether they are still there. */
const maximumChecked = 20

/** What was told of the discussion since it was loaded last. */
export interface News {
  newPosts: Set<string>
  changedPosts: Set<string>
  isChanged: boolean
  mayMiss: boolean
}

/**
 * Loads what is new of a discussion.
 * @param known ids of the replies of others that the reader has not reached, as they are when it is loaded.
 * @returns the ids of those that are still there and of those that arrived after them; the first of these, if any.
 */
export async function loadNews(
  app: App,
  { stream, position }: Pick<DiscussionPageState, 'stream' | 'position'>,
  { newPosts, changedPosts, isChanged, mayMiss }: News,
  known: { readonly current: readonly string[] },
): Promise<{ ids: string[]; first: string | undefined }> {
  const { store } = app
  const { discussionId } = stream
  const isLoaded = (id: string) => store.get('posts', id) !== undefined
  const isHidden = () => store.get('discussions', discussionId)?.isHidden
  const arrived = [...newPosts].filter((id) => !isLoaded(id))
  const changed = [...changedPosts].some((id) => !newPosts.has(id) && isLoaded(id))
  const wasHidden = isHidden()
  const end = stream.state.window.posts.at(-1)?.number ?? 0
  // A discussion that changed without a new post may have lost one.
  if (mayMiss || changed || (isChanged && newPosts.size === 0))
    await stream.refresh(position.state.number, true)
  if (mayMiss || arrived.length > 0) await stream.loadNew(true)
  if (mayMiss || isChanged)
    await loadDiscussion(app, discussionId, wasHidden || isHidden() ? 'hiddenUser' : 'lastPostedUser')
  const before = known.current
  const all = [...before, ...arrived]
  const { posts } = stream.state.window
  const missing = all.filter((id) => !posts.some((post) => post.id === id)).slice(0, maximumChecked)
  const gone = new Set(missing)
  if (missing.length > 0) for (const id of await stream.loadByIds(missing)) gone.delete(id)
  const ids = all.filter((id) => {
    const post = store.get('posts', id)
    if (post === undefined || gone.has(id)) return !gone.has(id)
    // What became public late is among the others: the reading bar leads there.
    if (post.isHidden || (post.number <= end && !before.includes(id))) return false
    return app.userId === undefined || store.related(post, 'user', 'users')?.id !== app.userId
  })
  return { ids, first: ids.find((id) => arrived.includes(id)) }
}
