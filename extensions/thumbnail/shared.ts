import type {} from '@parley/shared'

declare module '@parley/shared' {
  interface Discussion {
    /** The address of the first picture of the first post. */
    customThumbnail?: string | null
  }

  interface Forum {
    /** Thumbnails lead to the discussion, not to its author. */
    'fof-discussion-thumbnail.link_to_discussion'?: boolean
  }
}
