import { notFound } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import { publicRoute, requirePublicForum } from '../requests/public-route.ts'
import type { Route } from '../requests/routes.ts'
import { atomFeed, type Feed } from './atom.ts'

/** How long shared caches may keep a feed. */
const seconds = 60

/** An Atom feed of what guests may see. */
export interface FeedSource {
  /** What the feed has, for the description of the API: 'Show the feed of new discussions'. */
  summary: string
  /**
   * Reads the newest entries. The actor of `context` is a guest, for whom the forum is open: queries must leave out what
   * is not visible (`isVisible`). Throws `notFound` for parameters that name nothing.
   */
  read(context: Context, params: FeedParams): Promise<Feed>
  /**
   * Whether guests may read a feed with these parameters; true by default. If not, it is 404, and no page links to it: those
   * of members may show more than guests see. The actor of `context` is a guest.
   */
  exists?(context: Context, params: FeedParams): boolean
}

type FeedParams = Readonly<Record<string, string>>

/** Checks and combines the feeds of all extensions, by their paths. */
export function combineFeeds(
  declared: readonly Declared<Readonly<Record<string, FeedSource>> | undefined>[],
): Map<string, Owned<FeedSource>> {
  return mergeRecords('feeds', declared, ({ read, exists }, path) => {
    if (!/^\/atom(\/:?[\w-]+)*$/.test(path)) return "is not below '/atom'"
    if (exists !== undefined && typeof exists !== 'function') return 'has an exists that is no function'
    return typeof read === 'function' ? undefined : 'has no read'
  })
}

/** Whether guests may read the feed at a path, which the client of a page has named. */
export function hasFeed(guest: Context, path: string): boolean {
  for (const [pattern, { exists }] of guest.forum.points.feeds) {
    const params = paramsOf(pattern.split('/'), path.split('/'))
    if (params) return exists?.(guest, params) ?? true
  }
  return false
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): FeedParams | undefined {
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (expected.startsWith(':')) params[expected.slice(1)] = decodeURIComponent(part)
    else if (expected !== part) return undefined
  }
  return params
}

/** Returns the routes that answer feeds. */
export function feedRoutes(feeds: ReadonlyMap<string, Owned<FeedSource>>): Declared<readonly Route[]>[] {
  return [...feeds].map(([path, { owner, summary, read, exists }]) => ({
    owner,
    section: [
      publicRoute(path, {
        summary,
        mediaType: 'application/atom+xml',
        seconds,
        async write(context, params) {
          requirePublicForum(context)
          if (exists?.(context, params) === false) throw notFound()
          return atomFeed(context, await read(context, params))
        },
      }),
    ],
  }))
}

declare module '../extension.ts' {
  interface Extension {
    /** Atom feeds by path, `/atom/tags/:slug`. */
    feeds?: Readonly<Record<string, FeedSource>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    feeds: ReadonlyMap<string, Owned<FeedSource>>
  }
}

/** Feeds. */
export const feedsPoint = definePoint('feeds', {
  sections: ['feeds'],
  combine: ({ feeds }) => combineFeeds(feeds),
})
