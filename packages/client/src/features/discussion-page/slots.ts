import { createSlot } from '../../points/slots.tsx'
import type { DiscussionProps } from '../discussions/slots.ts'

/** Above the title of a discussion's page: labels. */
export const DiscussionHeroItems = createSlot<DiscussionProps>('DiscussionHeroItems')

/** Beside the posts on wide screens. Core: reply 100, controls 0, scrubber -100. */
export const DiscussionAsideItems = createSlot<DiscussionProps>('DiscussionAsideItems')

/** The end of the reading bar, which shows while the heading is out of sight. Core: reply 100, controls 0. */
export const DiscussionBarItems = createSlot<DiscussionProps>('DiscussionBarItems')
