import type {} from '@parley/shared'

declare module '@parley/shared' {
  interface User {
    /** Font Awesome classes, or `link:` and the address of a picture; '' without posts. */
    autoCountBadge?: string
    autoCountBadgeLabel?: string
  }
}
