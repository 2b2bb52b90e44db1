import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { defineExtension } from '../extension.ts'
import type { Route, RouteAnswer } from '../points/routes.ts'
import { atomFeed, type Feed } from './atom.ts'
import { discussionFeed, discussionsFeed, userFeed } from './feeds.ts'

/** Atom feeds of what guests may read. */
export const feedsFeature = defineExtension({
  routes: [
    feedRoute('/atom', 'Show the feed of new discussions', (context) => discussionsFeed(context)),
    feedRoute('/atom/d/:id', 'Show the feed of a discussion', (context, { id = '' }) => {
      if (!/^\d+$/.test(id)) throw notFound()
      return discussionFeed(context, id)
    }),
    feedRoute('/atom/u/:slug', 'Show the feed of what somebody writes', (context, { slug = '' }) =>
      userFeed(context, slug),
    ),
  ],
})

function feedRoute(
  path: string,
  summary: string,
  read: (context: Context, params: Readonly<Record<string, string>>) => Promise<Feed>,
): Route {
  return {
    method: 'GET',
    path,
    isPublic: true,
    describes: { summary, answers: { 200: { text: 'application/atom+xml' }, 404: 'error' } },
    async run({ params }, context): Promise<RouteAnswer> {
      if (!context.actor.can('viewForum')) throw notFound()
      return {
        status: 200,
        text: atomFeed(context, await read(context, params)),
        contentType: 'application/atom+xml; charset=utf-8',
        headers: { 'cache-control': 'public, max-age=60' },
      }
    },
  }
}
