import { buildQuery, type CollectionDocument } from '@parley/shared'
import type { App } from '../../points/app.ts'
import { type FoundSection, findInSections } from './suggestions/find-in-sections.ts'

const maximumDiscussions = 3
const maximumUsers = 5

export interface QuickResults {
  discussions: readonly { id: string; postId: string | undefined }[]
  userIds: readonly string[]
  /** What extensions have found. */
  sections: readonly FoundSection[]
  /** A likely spelling of the text, if nothing contains one of its words. */
  suggestion: string | undefined
}

/** Loads the ids of the users whose names begin with a text. */
export async function loadAuthors(
  { api, store }: App,
  q: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const query = buildQuery({ filter: { q }, page: { limit: maximumUsers } })
  const users = await api.request<CollectionDocument>(`/users?${query}`, { signal, isBackground: true })
  store.push(users)
  return users.data.map(({ id }) => id)
}

/** Loads what matches a text best: discussions, users, and what sections of extensions find. */
export async function loadResults(app: App, q: string, signal: AbortSignal): Promise<QuickResults> {
  const { api, store, forum } = app
  const get = (path: string, query: Parameters<typeof buildQuery>[0]) =>
    api.request<CollectionDocument>(`${path}?${buildQuery(query)}`, { signal, isBackground: true })
  const [discussions, users, sections] = await Promise.all([
    get('/discussions', { include: 'mostRelevantPost', filter: { q }, page: { limit: maximumDiscussions } }),
    forum.canSearchUsers ? get('/users', { filter: { q }, page: { limit: maximumUsers } }) : undefined,
    app.searchSection.length > 0 ? findInSections(app, q, signal) : [],
  ])
  // The most relevant post belongs to this search only: the page behind may show the results of another one.
  const data = discussions.data.map(({ relationships: _, ...discussion }) => discussion)
  store.push({ ...discussions, data })
  store.push(users)
  return {
    discussions: discussions.data.map(({ id, relationships }) => ({
      id,
      postId: relevantPostId(relationships),
    })),
    userIds: users?.data.map(({ id }) => id) ?? [],
    sections,
    suggestion: discussions.meta?.suggestion,
  }
}

/** Returns the id of the post that a search found in a discussion, from the relationships in the response. */
export function relevantPostId(
  relationships: CollectionDocument['data'][number]['relationships'],
): string | undefined {
  const linkage = relationships?.mostRelevantPost?.data
  return linkage === undefined || Array.isArray(linkage) ? undefined : linkage.id
}
