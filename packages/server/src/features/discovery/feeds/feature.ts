import { notFound } from '../../../infrastructure/errors.ts'
import { defineExtension } from '../../../points/extension.ts'
import { discussionFeed, discussionsFeed, userFeed } from './feeds.ts'

/** Atom feeds of everything that guests may read. */
export const feedsFeature = defineExtension({
  feeds: {
    '/atom': {
      summary: 'Show the feed of new discussions',
      read: (context) =>
        discussionsFeed(context, {
          path: '/atom',
          pagePath: '/',
          title: context.forum.settings.get('forum_title') ?? '',
          subtitle: context.forum.settings.get('forum_description'),
        }),
    },
    '/atom/d/:id': {
      summary: 'Show the feed of a discussion',
      read(context, { id = '' }) {
        if (!/^\d+$/.test(id)) throw notFound()
        return discussionFeed(context, id)
      },
    },
    '/atom/u/:slug': {
      summary: 'Show the feed of the comments of a user',
      read: (context, { slug = '' }) => userFeed(context, slug),
    },
  },
})
