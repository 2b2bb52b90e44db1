import { defineService, type Generated, type WriteContext } from '@parley/server'

declare module '@parley/server' {
  interface Tables {
    thanks: ThanksTable
  }
  interface UserTable {
    kudos_count: Generated<number>
  }
  interface Events {
    'kudos.given': Thanks
  }
}

interface ThanksTable {
  id: Generated<number>
  user_id: number
  giver_id: number
  reason: string
  created_at: string
}

/** Who thanks whom for what. */
export interface Thanks {
  userId: number
  giverId: number
  reason: string
}

/** What Kudos offers to other extensions. */
export interface KudosService {
  /** Thanks a user at the end of the transaction, without regard to permissions. Emits `kudos.given`. */
  give(context: WriteContext, thanks: Thanks): void
}

export const kudos = defineService<KudosService>('kudos')
