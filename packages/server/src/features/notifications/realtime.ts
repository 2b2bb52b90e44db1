import { z } from 'zod'
import type { RealtimeEvent } from '../../points/realtime/realtime.ts'

declare module '../../points/realtime/realtime-events.ts' {
  interface RealtimeEvents {
    /** New notifications of some accounts. */
    notification: { data: { userIds: readonly number[] }; subject: undefined }
  }
}

/** Says to the browsers of an account that it has a new notification, and nothing of it (api-extensions 12, 27.10). */
export const notification: RealtimeEvent<{ userIds: readonly number[] }, undefined> = {
  data: z.strictObject({ userIds: z.array(z.int().positive()) }),
  topics: ({ userIds }) => userIds.map((id) => `user:${id}`),
  describe: () => null,
}
