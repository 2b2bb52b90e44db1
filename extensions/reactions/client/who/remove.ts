import { ApiError, type App } from '@parley/client'
import { loadPosts } from '../news.ts'

/** Takes one reaction away from a post. Another moderator may have done that already. @throws ApiError */
export function removeReaction(app: App, postId: string, id: string): Promise<void> {
  return remove(app, postId, `specific/${id}`)
}

/** Takes all reactions of a type away from a post. @throws ApiError */
export function removeType(app: App, postId: string, typeId: string): Promise<void> {
  return remove(app, postId, `type/${typeId}`)
}

async function remove(app: App, postId: string, path: string): Promise<void> {
  try {
    await app.api.request(`/posts/${postId}/reactions/${path}`, { method: 'DELETE' })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  await loadPosts(app, [postId])
}
