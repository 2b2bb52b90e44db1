/** Something a visitor asks for, measured on every seed. */
export interface Target {
  name: string
  /** Path for a forum whose largest discussion is this one. */
  path(largest: LargestDiscussion): string
  /** Whether pages come from the cache. */
  isCached: boolean
  /** Share of the rate of `/health` it must reach. */
  share: number
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
