import { publicRoute, requirePublicForum } from '../../../engine/http/public-route.ts'
import { notFound } from '../../../infrastructure/errors.ts'
import type { Context } from '../../../points/context/context.ts'
import { defineExtension } from '../../../points/extension.ts'
import type { Route } from '../../../points/requests/routes.ts'
import { atomFeed, type Feed } from './atom.ts'
import { discussionFeed, discussionsFeed, userFeed } from './feeds.ts'

/** Atom feeds of everything that guests may read. */
export const feedsFeature = defineExtension({
  routes: [
    feedRoute('/atom', 'Show the feed of new discussions', (context) => discussionsFeed(context)),
    feedRoute('/atom/d/:id', 'Show the feed of a discussion', (context, { id = '' }) => {
      if (!/^\d+$/.test(id)) throw notFound()
      return discussionFeed(context, id)
    }),
    feedRoute('/atom/u/:slug', 'Show the feed of the comments of a user', (context, { slug = '' }) =>
      userFeed(context, slug),
    ),
  ],
})

function feedRoute(
  path: string,
  summary: string,
  read: (context: Context, params: Readonly<Record<string, string>>) => Promise<Feed>,
): Route {
  return publicRoute(path, {
    summary,
    mediaType: 'application/atom+xml',
    seconds: 60,
    async write(context, params) {
      requirePublicForum(context)
      return atomFeed(context, await read(context, params))
    },
  })
}
