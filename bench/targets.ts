/** Something a visitor asks for, measured on every seed. */
export interface Target {
  name: string
  /** Path in a forum where these are found. */
  path(landmarks: Landmarks): string
  /** Whether pages come from the cache. */
  isCached: boolean
  /** Share of the rate of `/health` it must reach; undefined where there is no goal. */
  share?: number
  /** Whether it is asked with the administrator's token; otherwise a guest asks. */
  isAdministrators?: true
  /** Whether what is found decides which queries follow, so that only their number is limited. */
  hasOwnQueries?: true
  /** Queries it may take; undefined where that is not limited. */
  queries?: number
}

/** What is asked for in a forum. */
export interface Landmarks {
  largest: LargestDiscussion
  /** A word that the same few posts have in a forum of any size. */
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
  { name: 'index page, cached', path: () => '/', isCached: true, share: 0.5 },
  { name: 'discussion page, cached', path: discussionPath, isCached: true, share: 0.5 },
  { name: 'index page, cache off', path: () => '/', isCached: false, share: 0.012 },
  { name: 'discussion page, cache off', path: discussionPath, isCached: false, share: 0.012 },
  { name: 'GET /api/discussions', path: () => '/api/discussions', isCached: false, share: 0.025, queries: 8 },
  {
    name: 'GET /api/posts, near the middle of the largest',
    path: ({ largest: { id, lastPostNumber } }) =>
      `/api/posts?filter%5Bdiscussion%5D=${id}&page%5Bnear%5D=${Math.floor(lastPostNumber / 2)}`,
    isCached: false,
    share: 0.025,
    queries: 6,
  },
  { ...search, name: 'search for a rare word', path: ({ rareWord }) => resultsPath(rareWord), share: 0.01 },
  { ...search, name: 'search for a common word', path: () => resultsPath('the') },
  {
    name: 'GET /api/users',
    path: () => '/api/users',
    isCached: false,
    isAdministrators: true,
    share: 0.025,
    queries: 5,
  },
  {
    name: 'GET /api/users, names that begin so',
    path: () => '/api/users?filter%5Bq%5D=an&page%5Blimit%5D=5',
    isCached: false,
    isAdministrators: true,
    share: 0.025,
    queries: 6,
  },
]

/** Asks a running forum for its largest discussion. */
export async function largestDiscussion(url: string): Promise<LargestDiscussion> {
  const response = await fetch(`${url}/api/discussions?sort=-commentCount&page%5Blimit%5D=1`)
  const [found] = ((await response.json()) as ListDocument).data
  if (!found) throw new Error('The seeded forum has no discussions')
  return { id: found.id, slug: found.attributes.slug, lastPostNumber: found.attributes.lastPostNumber }
}

interface ListDocument {
  data: { id: string; attributes: { slug: string; lastPostNumber: number } }[]
}
