import { type App, loadDocument } from '@parley/client'
import { buildQuery } from '@parley/shared'
import { searchLimit, TypedSearch } from './typed-search.ts'

const searches = new WeakMap<App, TypedSearch>()

/** Finds the ids of members whose name begins with what was typed, for those who may search members. */
export async function searchUsers(app: App, typed: string): Promise<readonly string[]> {
  if (!app.forum.canSearchUsers) return []
  const search = searches.get(app) ?? new TypedSearch((query) => ask(app, query))
  searches.set(app, search)
  return search.find(typed)
}

async function ask(app: App, q: string): Promise<readonly string[]> {
  const query = buildQuery({ filter: { q }, page: { limit: searchLimit } })
  const { data } = await loadDocument(app, `/users?${query}`, undefined, { isBackground: true })
  return data.map(({ id }) => id)
}
