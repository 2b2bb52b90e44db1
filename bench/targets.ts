/** Something a visitor asks for, measured on every seed. */
export interface Target {
  name: string
  /** Path for a forum whose largest discussion is this one. */
  path(largest: LargestDiscussion): string
  /** Whether pages come from the cache. */
  isCached: boolean
  /** Share of the rate of `/health` it must reach; undefined where there is no goal. */
  share?: number
  /** Whether it is asked with the administrator's token; otherwise a guest asks. */
  isAdministrators?: true
  /** Whether another number of rows is found in the large forum, so that growth says nothing. */
  findsOther?: true
  /** Queries it may take; undefined where that is not limited. */
  queries?: number
}

export interface LargestDiscussion {
  id: string
  slug: string
  lastPostNumber: number
}

const discussionPath = ({ slug }: LargestDiscussion) => `/d/${slug}`

export const targets: readonly Target[] = [
  { name: 'index page, cached', path: () => '/', isCached: true, share: 0.5 },
  { name: 'discussion page, cached', path: discussionPath, isCached: true, share: 0.5 },
  { name: 'index page, cache off', path: () => '/', isCached: false, share: 0.012 },
  { name: 'discussion page, cache off', path: discussionPath, isCached: false, share: 0.012 },
  { name: 'GET /api/discussions', path: () => '/api/discussions', isCached: false, share: 0.025, queries: 8 },
  {
    name: 'GET /api/posts, near the middle of the largest',
    path: ({ id, lastPostNumber }) =>
      `/api/posts?filter%5Bdiscussion%5D=${id}&page%5Bnear%5D=${Math.floor(lastPostNumber / 2)}`,
    isCached: false,
    share: 0.025,
    queries: 6,
  },
  // Numbers up to 9999 stand in addresses that some posts have: each in a few of a million.
  { ...search('9731'), name: 'search for a rare word', share: 0.01, findsOther: true },
  { ...search('the'), name: 'search for a common word' },
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

function search(text: string): Omit<Target, 'name'> {
  return { path: () => `/api/discussions?filter%5Bq%5D=${text}`, isCached: false, queries: 16 }
}

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
