import { defineClientExtension } from '../../points/extension.ts'
import type { Route } from '../../points/routes.ts'
import { DrawerItems, HeaderPrimary } from '../frame/slots.ts'
import { DrawerSearch } from './DrawerSearch.tsx'
import { goToSearch } from './go-to-search.ts'
import { resultsLate, resultsRequests } from './results-request.ts'
import { SearchBox } from './SearchBox.tsx'

const results: Omit<Route, 'path'> = {
  query: 'q',
  page: () => import('./results-page.tsx'),
  requests: resultsRequests,
  late: resultsLate,
}

/** The search: the field in the header, and the page of results. */
export const searchFeature = defineClientExtension({
  slots: [HeaderPrimary.add('search', SearchBox), DrawerItems.add('search', DrawerSearch, { priority: 200 })],
  shortcuts: {
    search: { keys: '/', text: 'core.forum.shortcuts.search_text', run: goToSearch },
  },
  routes: {
    search: { path: '/all', ...results },
    'search.home': { path: '/', ...results },
  },
})
