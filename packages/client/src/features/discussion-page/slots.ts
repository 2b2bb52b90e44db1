import { createSlot } from '../../points/slots.tsx'
import type { DiscussionProps } from '../discussions/slots.ts'

/** Above the title of a discussion's page: labels. */
export const DiscussionHeroItems = createSlot<DiscussionProps>('DiscussionHeroItems')

/** Beside the posts on wide screens. Core: reply 100, controls 0, scrubber -100. */
export const DiscussionAsideItems = createSlot<DiscussionProps>('DiscussionAsideItems')
