import type { DateString } from '@parley/shared'

/** The attributes of a tag. */
export interface Tag {
  name: string
  description: string | null
  slug: string
  color: string | null
  backgroundUrl: string | null
  backgroundMode: string | null
  icon: string | null
  discussionCount: number
  /** Null for a secondary tag. */
  position: number | null
  /** The order in which its discussions are listed first. */
  defaultSort: string | null
  isChild: boolean
  /** Whether the index leaves out its discussions. */
  isHidden: boolean
  lastPostedAt: DateString | null
  canStartDiscussion: boolean
  canAddToDiscussion: boolean
  /** Whether it has permissions of its own; only administrators get it. */
  isRestricted?: boolean
}

declare module '@parley/shared' {
  interface Resources {
    tags: Tag
  }
}
