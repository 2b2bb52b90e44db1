import type {} from '@parley/shared'

declare module '@parley/shared' {
  interface User {
    kudosCount?: number
    canGiveKudos?: boolean
  }
}

/** One thank-you, as the administration lists it. */
export interface Kudos {
  id: number
  username: string
  reason: string
  createdAt: string
}
