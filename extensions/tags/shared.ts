export type * from './contract/shared.ts'

/** In place of a slug: stands for the discussions without tags. */
export const untagged = 'untagged'

/** The form in which slugs and names are compared. */
export function fold(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase()
}

declare module '@parley/shared' {
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
