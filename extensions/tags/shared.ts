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

/** In place of a slug: stands for the discussions without tags. */
export const untagged = 'untagged'

/** The form in which slugs and names are compared. */
export function fold(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase()
}

declare module '@parley/shared' {
  interface Resources {
    tags: Tag
  }

  interface Forum {
    minPrimaryTags?: string
    maxPrimaryTags?: string
    minSecondaryTags?: string
    maxSecondaryTags?: string
    canBypassTagCounts?: boolean
    /** The first sort of tags that have one, by slug: a page asks for its list before it has loaded its tag. */
    tagSorts?: Readonly<Record<string, string>>
  }

  interface Discussion {
    canTag?: boolean
  }

  interface EventPosts {
    discussionTagged: [oldIds: number[], newIds: number[]]
  }
}
