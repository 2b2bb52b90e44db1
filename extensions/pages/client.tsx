import { defineClientExtension, FooterItems, IndexNav } from '@parley/client'
import { FooterLinks, linksIn, NavigationLinks } from './client/links.tsx'
import { pageRequest } from './client/page-path.ts'
import { homePath } from './shared.ts'

export type * from './shared.ts'

const page = () => import('./client/StaticPage.tsx')

/** Pages of the forum's own at `/p/…`, one of which may be the home page. */
export default defineClientExtension({
  resources: ['pages'],
  routes: {
    page: { path: '/p/:id', page, requests: ({ params }) => [pageRequest(params.id)] },
    'page.home': {
      path: homePath,
      page,
      requests: (_, { boot }) => [pageRequest(boot['fof-pages.home'])],
    },
  },
  slots: [
    IndexNav.add('pages', NavigationLinks, {
      priority: -20,
      when: (_, { forum }) => linksIn(forum, 'inNavigation').length > 0,
    }),
    FooterItems.add('pages', FooterLinks, { when: (_, { forum }) => linksIn(forum, 'inFooter').length > 0 }),
  ],
})
