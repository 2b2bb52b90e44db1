import { DiscussionHeroItems, DiscussionMeta, defineClientExtension } from '@parley/client'
import { DiscussionTags, HeroTags } from './client/labels/DiscussionTags.tsx'

export type * from './shared.ts'

export default defineClientExtension({
  resources: ['tags'],
  slots: [
    DiscussionMeta.add('tags', DiscussionTags, { priority: 100 }),
    DiscussionHeroItems.add('tags', HeroTags),
  ],
})
