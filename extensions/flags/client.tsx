import {
  DrawerItems,
  DrawerMarks,
  defineClientExtension,
  HeaderItems,
  PostControls,
  PostNotices,
} from '@parley/client'
import { currentPost } from './client/current-post.ts'
import { FlagsButton, FlagsLink, NewFlagsMark } from './client/header-items.tsx'
import { FlagNotice } from './client/post/FlagNotice.tsx'
import { ReportControl } from './client/report/ReportControl.tsx'
import { flagQueue } from './contract/client.tsx'

export type * from './shared.ts'

const loadDismissal = () => import('./client/post/dismiss.ts')

export default defineClientExtension({
  resources: ['flags'],
  includes: { posts: ['flags', 'flags.user'] },
  routes: {
    flags: {
      path: '/flags',
      page: () => import('./client/list/flags-page.tsx'),
      requests: () => ['/flags'],
      isForMembers: true,
    },
  },
  slots: [
    HeaderItems.add('flags', FlagsButton, { priority: 20 }),
    DrawerItems.add('flags', FlagsLink, { priority: -45 }),
    DrawerMarks.add('flags', NewFlagsMark, { priority: -10 }),
    PostControls.add('flag', ReportControl, {
      priority: -50,
      when: ({ post }) => post.canFlag === true && post.contentType === 'comment' && !post.isHidden,
    }),
    PostNotices.add('flags', FlagNotice, {
      when: ({ post: { relationships } }) => Boolean((relationships.flags as unknown[] | undefined)?.length),
    }),
  ],
  shortcuts: {
    flags: {
      keys: 'g r',
      text: 'flags.forum.shortcuts.open_text',
      when: ({ forum }) => forum.canViewFlags === true,
      run: ({ router }) => void router.navigate('/flags'),
    },
    dismissFlags: {
      keys: 'd',
      text: 'flags.forum.shortcuts.dismiss_text',
      when: (app) => currentPost(app) !== undefined,
      run: async (app) => (await app.connection.load(loadDismissal)).dismissCurrent(app),
    },
  },
  services: [
    flagQueue.provide({
      dismiss: async (app, post) => (await app.connection.load(loadDismissal)).dismissNow(app, post),
    }),
  ],
})
