import type { CollectionDocument } from '@parley/shared'
import type { App } from '../../../points/app.ts'

/** Loads the first rows of a list, and returns the ids of those that have posts which the page does not know. */
export async function findNews(app: App, request: string, signal: AbortSignal): Promise<string[]> {
  const { data } = await app.api.request<CollectionDocument>(request, { signal, isBackground: true })
  return data
    .filter(({ id, attributes }) => {
      const known = app.store.get('discussions', id)?.lastPostNumber ?? 0
      return Number(attributes?.lastPostNumber) > known
    })
    .map(({ id }) => id)
}
