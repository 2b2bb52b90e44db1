import { buildQuery, type CollectionDocument } from '@parley/shared'
import type { App } from '../../base/app-context.ts'

const DISCUSSIONS = 3
const USERS = 5

export interface QuickResults {
  discussions: readonly { id: string; postId: string | undefined }[]
  userIds: readonly string[]
  /** What was probably meant, where nothing has a word. */
  suggestion: string | undefined
}

/** The few discussions and people that fit a text best. */
export async function loadResults(app: App, q: string, signal: AbortSignal): Promise<QuickResults> {
  const { api, store, forum } = app
  const get = (path: string, query: Parameters<typeof buildQuery>[0]) =>
    api.request<CollectionDocument>(`${path}?${buildQuery(query)}`, { signal, isUnasked: true })
  const [discussions, users] = await Promise.all([
    get('/discussions', { include: 'mostRelevantPost', filter: { q }, page: { limit: DISCUSSIONS } }),
    forum.canSearchUsers ? get('/users', { filter: { q }, page: { limit: USERS } }) : undefined,
  ])
  // Which post fits best is this search's, not the discussion's: the page behind may show another search.
  const data = discussions.data.map(({ relationships: _, ...discussion }) => discussion)
  store.push({ ...discussions, data })
  store.push(users)
  return {
    discussions: discussions.data.map(({ id, relationships }) => ({
      id,
      postId: relevantPostId(relationships),
    })),
    userIds: users?.data.map(({ id }) => id) ?? [],
    suggestion: discussions.meta?.suggestion,
  }
}

/** The post that a search found in a discussion, from the relationships of its answer. */
export function relevantPostId(
  relationships: CollectionDocument['data'][number]['relationships'],
): string | undefined {
  const linkage = relationships?.mostRelevantPost?.data
  return linkage === undefined || Array.isArray(linkage) ? undefined : linkage.id
}
