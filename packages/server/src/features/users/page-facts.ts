import { loadRows } from '../../engine/jsonapi/rows.ts'
import type { Context } from '../../points/context/context.ts'
import type { PageDocumentsShown, PageFacts, PageSubject } from '../../points/requests/page-facts.ts'
import { preferenceOf } from './preferences.ts'

/** Describes the page of a user: metadata and structured data. */
export const userSubject: PageSubject = { describe }

async function describe({ main }: PageDocumentsShown, context: Context): Promise<PageFacts> {
  const { id, attributes = {} } = main.data
  const { displayName, avatarUrl, slug } = attributes
  const { baseUrl } = context.forum
  // The page's documents have loaded this row already, so this runs no query.
  const user = (await loadRows(context, 'users', [Number(id)])).get(Number(id))
  const image = typeof avatarUrl === 'string' ? { image: avatarUrl } : {}
  const path = encodeURIComponent(String(slug))
  const person = { '@type': 'Person', name: displayName, url: `${baseUrl}/u/${path}`, ...image }
  return {
    kind: 'profile',
    ...image,
    isIndexed: user !== undefined && preferenceOf(user, 'indexProfile', context.forum) !== false,
    feed: { title: String(displayName), path: `/atom/u/${path}` },
    structuredData: [{ '@type': 'ProfilePage', mainEntity: person }],
  }
}
