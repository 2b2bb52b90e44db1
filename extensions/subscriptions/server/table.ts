import type { Subscription } from '../shared.ts'

declare module '@parley/server' {
  interface DiscussionUserTable {
    subscription: Subscription | null
  }
}
