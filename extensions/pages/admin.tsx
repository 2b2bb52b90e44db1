import { defineClientExtension } from '@parley/client'
import { newId } from './admin/edit/new-id.ts'
import { listRequest } from './admin/list/list-request.ts'
import { pageRequest } from './client/page-path.ts'

export type * from './shared.ts'

export default defineClientExtension({
  resources: ['pages'],
  adminPages: {
    pages: {
      path: '/pages',
      section: 'forum',
      order: 2,
      label: 'pages.admin.pages_list.title',
      keywords: 'pages.admin.pages_list.keywords',
      icon: 'page',
      requests: (location) => [listRequest(location)],
      page: () => import('./admin/list/list-page.tsx'),
    },
    'pages.edit': {
      path: '/pages/:id',
      section: 'forum',
      isListed: false,
      label: 'pages.admin.edit_page.title',
      icon: 'page',
      requests: ({ params }) => (params.id === newId ? [] : [pageRequest(params.id)]),
      page: () => import('./admin/edit/edit-page.tsx'),
    },
  },
})
