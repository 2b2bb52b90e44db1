import { type App, loadDocument } from '@parley/client'
import { buildQuery } from '@parley/shared'
import { searchLimit, TypedSearch } from '../../client/composer/typed-search.ts'

const searches = new WeakMap<App, TypedSearch>()

/** Finds the ids of tags that match what was typed. */
export function searchTags(app: App, typed: string): Promise<readonly string[]> {
  const search = searches.get(app) ?? new TypedSearch((query) => ask(app, query))
  searches.set(app, search)
  return search.find(typed)
}

async function ask(app: App, q: string): Promise<readonly string[]> {
  const query = buildQuery({ filter: { q }, page: { limit: searchLimit } })
  const { data } = await loadDocument(app, `/tags?${query}`, undefined, { isBackground: true })
  return data.map(({ id }) => id)
}
