import type {} from '@parley/shared'

declare module '@parley/shared' {
  interface User {
    /** The text as it was written. Missing where the reader may not see it, and for a formatted one that they cannot edit. */
    bio?: string | null
    /** The formatted text; null where formatting is switched off. Missing without one. */
    bioHtml?: string | null
    canViewBio?: boolean
    canEditBio?: boolean
  }

  interface Forum {
    'fof-user-bio.maxLength'?: number
    'fof-user-bio.maxLines'?: number
  }
}
