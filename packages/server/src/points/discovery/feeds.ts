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
  read(context: Context, params: Readonly<Record<string, string>>): Promise<Feed>
}

/** Checks and combines the feeds of all extensions, by their paths. */
export function combineFeeds(
  declared: readonly Declared<Readonly<Record<string, FeedSource>> | undefined>[],
): Map<string, Owned<FeedSource>> {
  return mergeRecords('feeds', declared, ({ read }, path) => {
    if (!/^\/atom(\/:?[\w-]+)*$/.test(path)) return "is not below '/atom'"
    return typeof read === 'function' ? undefined : 'has no read'
  })
}

/** Returns the routes that answer feeds. */
export function feedRoutes(feeds: ReadonlyMap<string, Owned<FeedSource>>): Declared<readonly Route[]>[] {
  return [...feeds].map(([path, { owner, summary, read }]) => ({
    owner,
    section: [
      publicRoute(path, {
        summary,
        mediaType: 'application/atom+xml',
        seconds,
        async write(context, params) {
          requirePublicForum(context)
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
