import { DiscussionControls, DiscussionMeta, defineClientExtension, IndexNav } from '@parley/client'
import { discussionAppearance } from './client/appearance.ts'
import { EditTagsControl } from './client/choose/EditTagsControl.tsx'
import { TaggedEvent } from './client/discussion-page/tagged-event.ts'
import { DiscussionTags } from './client/labels/DiscussionTags.tsx'
import { TagsNav } from './client/nav/TagsNav.tsx'
import { tagList } from './client/tag-page/tag-list.ts'
import { tagSelection } from './contract/client.tsx'

export type * from './shared.ts'

const loadSlugs = () => import('./client/complete-slug.ts')
const loadSelection = () => import('./client/choose/open-tag-selection.ts')

export default defineClientExtension({
  resources: ['tags'],
  includes: { discussions: ['tags', 'tags.parent'], posts: ['eventPostMentionsTags'] },
  appearance: { discussions: discussionAppearance },
  lists: { tag: tagList },
  routes: {
    tags: {
      path: '/tags',
      page: () => import('./client/tags-page/TagsPage.tsx'),
      requests: () => ['/tags?include=children,lastPostedDiscussion,parent'],
    },
  },
  eventPosts: { discussionTagged: TaggedEvent },
  gambits: {
    'tag:': {
      text: 'tags.forum.search.tag_text',
      example: 'tags.forum.search.tag_example',
      complete: async (typed, app) => (await app.connection.load(loadSlugs)).completeSlug(typed, app),
    },
  },
  screenSlots: {
    composer: () => import('./client/choose/form-items.ts'),
    discussion: () => import('./client/discussion-page/discussion-items.ts'),
    tag: () => import('./client/tag-page/hero-items.ts'),
    user: () => import('./client/user-items.tsx'),
  },
  slots: [
    DiscussionMeta.add('tags', DiscussionTags, { priority: 100 }),
    DiscussionControls.add('tags', EditTagsControl),
    IndexNav.add('tags', TagsNav, { priority: -10 }),
  ],
  composer: () => import('./client/choose/composer.tsx'),
  services: [
    tagSelection.provide({
      choose: async (app, options) =>
        (await app.connection.load(loadSelection)).openTagSelection(app, options),
    }),
  ],
})
