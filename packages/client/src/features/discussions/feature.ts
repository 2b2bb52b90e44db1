import type { App } from '../../points/app.ts'
import { defineClientExtension } from '../../points/extension.ts'
import type { ListPage } from '../../points/pages/lists.ts'
import { DrawerItems } from '../frame/slots.ts'
import { DeleteControl, HideControl, RenameControl, RestoreControl } from './controls.tsx'
import { StartItem } from './index-page/StartItem.tsx'
import { startOf } from './index-page/start.ts'
import { MarkAllAsReadButton, RefreshButton, SortMenu } from './index-page/toolbar-items.tsx'
import { WelcomeHero } from './index-page/WelcomeHero.tsx'
import { HiddenBadge, LastPost } from './list/row-items.tsx'
import { AllDiscussionsItem, SidebarNav, SideNav } from './NavItem.tsx'
import {
  DiscussionBadges,
  DiscussionControls,
  DiscussionDestructiveControls,
  DiscussionMeta,
  IndexHero,
  IndexNav,
  IndexSidebar,
  IndexToolbar,
} from './slots.ts'

const allDiscussions: ListPage = {
  path: '/all',
  title: 'core.forum.index.meta_title_text',
  Hero: IndexHero,
}

const isMember = ({ userId }: App) => userId !== undefined

/** Whether the viewer may hide a loaded discussion of another author: so may moderators, of whom no attribute tells. */
function hidesOthers({ store, userId }: App): boolean {
  return store
    .all('discussions')
    .some((discussion) => discussion.canHide && store.related(discussion, 'user', 'users')?.id !== userId)
}

/** The lists of discussions, and the controls of a discussion. */
export const discussionsFeature = defineClientExtension({
  lists: { index: allDiscussions, home: { ...allDiscussions, path: '/' } },
  gambits: {
    'author:': {
      text: 'core.forum.search.gambit_author_text',
      example: 'core.forum.search.gambit_author_example',
    },
    'created:': {
      text: 'core.forum.search.gambit_created_text',
      example: 'core.forum.search.gambit_created_example',
    },
    'is:unread': { text: 'core.forum.search.gambit_unread_text', when: isMember },
    'is:hidden': { text: 'core.forum.search.gambit_hidden_text', when: hidesOthers },
  },
  shortcuts: {
    start: {
      keys: 'c',
      text: 'core.forum.shortcuts.start_discussion_text',
      when: (app) => isMember(app) && startOf(app).isAllowed,
      run: (app) => void app.composer.open({ kind: 'discussion' }, startOf(app)),
    },
  },
  slots: [
    IndexHero.add('welcome', WelcomeHero),
    IndexSidebar.add('start', StartItem, { priority: 100 }),
    IndexSidebar.add('nav', SidebarNav),
    IndexNav.add('all', AllDiscussionsItem, { priority: 100 }),
    IndexToolbar.add('sort', SortMenu, { priority: 100 }),
    IndexToolbar.add('refresh', RefreshButton, { priority: 50 }),
    IndexToolbar.add('markAllAsRead', MarkAllAsReadButton, { priority: 40 }),
    DrawerItems.add('nav', SideNav, { priority: 100 }),
    DiscussionBadges.add('hidden', HiddenBadge),
    DiscussionMeta.add('lastPost', LastPost),
    DiscussionControls.add('rename', RenameControl),
    DiscussionDestructiveControls.add('hide', HideControl, { priority: 20 }),
    DiscussionDestructiveControls.add('restore', RestoreControl, { priority: 10 }),
    DiscussionDestructiveControls.add('delete', DeleteControl),
  ],
})
