/** A request that is measured on every seeded forum. */
export interface Target {
  name: string
  /** The path in a forum with these landmarks. */
  path(landmarks: Landmarks): string
  /** Whether the page cache is on. */
  isCached: boolean
  /** Whether its growth is a figure only, without a goal. */
  isGrowthFree?: true
  /** Whether the request has the administrator's token; otherwise it is a guest's. */
  isAdministrators?: true
  /** Whether the queries depend on the results, so that only their number is limited. */
  hasOwnQueries?: true
  /** Maximum number of queries; undefined if there is no limit. */
  queries?: number
}

/** Data of a seeded forum that targets refer to. */
export interface Landmarks {
  largest: LargestDiscussion
  /** A word in a fixed small number of posts, in a forum of any size. */
  rareWord: string
}

export interface LargestDiscussion {
  id: string
  slug: string
  lastPostNumber: number
}

const discussionPath = ({ largest }: Landmarks) => `/d/${largest.slug}`

const resultsPath = (text: string) => `/api/discussions?filter%5Bq%5D=${text}`

const search = { isCached: false, queries: 16, hasOwnQueries: true } as const

export const targets: readonly Target[] = [
  { name: 'index page, cached', path: () => '/', isCached: true },
  { name: 'discussion page, cached', path: discussionPath, isCached: true },
  { name: 'index page, cache off', path: () => '/', isCached: false },
  { name: 'discussion page, cache off', path: discussionPath, isCached: false },
  { name: 'GET /api/discussions', path: () => '/api/discussions', isCached: false, queries: 8 },
  {
    name: 'GET /api/posts, near the middle of the largest',
    path: ({ largest: { id, lastPostNumber } }) =>
      `/api/posts?filter%5Bdiscussion%5D=${id}&page%5Bnear%5D=${Math.floor(lastPostNumber / 2)}`,
    isCached: false,
    queries: 6,
  },
  { ...search, name: 'search for a rare word', path: ({ rareWord }) => resultsPath(rareWord) },
  { ...search, name: 'search for a common word', path: () => resultsPath('the'), isGrowthFree: true },
  {
    name: 'GET /api/users',
    path: () => '/api/users',
    isCached: false,
    isAdministrators: true,
    queries: 5,
  },
  {
    name: 'GET /api/users, names with a prefix',
    path: () => '/api/users?filter%5Bq%5D=an&page%5Blimit%5D=5',
    isCached: false,
    isAdministrators: true,
    queries: 6,
  },
]

/** Finds the largest discussion of a running forum. */
export async function largestDiscussion(url: string): Promise<LargestDiscussion> {
  const response = await fetch(`${url}/api/discussions?sort=-commentCount&page%5Blimit%5D=1`)
  const [found] = ((await response.json()) as ListDocument).data
  if (!found) throw new Error('The seeded forum has no discussions')
  return { id: found.id, slug: found.attributes.slug, lastPostNumber: found.attributes.lastPostNumber }
}

interface ListDocument {
  data: { id: string; attributes: { slug: string; lastPostNumber: number } }[]
}
