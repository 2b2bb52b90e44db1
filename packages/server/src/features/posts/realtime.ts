import { z } from 'zod'
import type { RealtimeEvent, RealtimeTopic } from '../../points/realtime/realtime.ts'

declare module '../../points/realtime/realtime-events.ts' {
  interface RealtimeEvents {
    /** A post that is new to its readers. */
    newPost: { data: { postId: number }; subject: 'posts' }
  }
}

/** What browsers follow of the core: a discussion, and the lists of discussions. */
export const topics: Readonly<Record<string, RealtimeTopic>> = {
  discussion: { row: 'discussions' },
  list: { list: 'discussions' },
}

/** A new post (api-extensions 12, 27.10). Tags add their ids. */
export const newPost: RealtimeEvent<{ postId: number }, 'posts'> = {
  data: z.strictObject({ postId: z.int().positive() }),
  subject: 'posts',
  subjectId: ({ postId }) => postId,
  topics: (_data, { discussion_id }) => [`discussion:${discussion_id}`, 'list'],
  describe: ({ postId }, { discussion_id }) => ({ postId, discussionId: discussion_id, tagIds: null }),
}
