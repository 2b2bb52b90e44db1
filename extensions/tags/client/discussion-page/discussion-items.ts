import { DiscussionHeroItems } from '@parley/client'
import { DiscussionTagged } from './DiscussionTagged.tsx'
import { HeroTags } from './HeroTags.tsx'
import { TaggedEvent } from './tagged-event.ts'

export default [DiscussionHeroItems.add('tags', HeroTags), TaggedEvent.add('text', DiscussionTagged)]
