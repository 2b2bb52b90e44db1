import { z } from 'zod'
import { defineExtension } from '../../points/extension.ts'
import { storedFlag } from '../../points/settings/stored-values.ts'
import type { PostRow } from '../posts/table.ts'

declare module '../../points/realtime/realtime-events.ts' {
  interface RealtimeEvents {
    /** A post that is new to its readers. */
    newPost: { data: { postId: number }; subject: 'posts' }
  }
}

declare module '../../points/settings/setting-types.ts' {
  interface SettingTypes {
    realtime: boolean
  }
}

/** What browsers follow of the core, and that posts are new (api-extensions 12, 27.10). */
export const realtimeFeature = defineExtension({
  settings: {
    realtime: {
      schema: storedFlag(),
      default: true,
      form: {
        page: 'basics',
        section: { heading: 'core.admin.basics.realtime_heading', order: 5 },
        field: { kind: 'switch' },
        label: 'core.admin.basics.realtime_label',
        help: 'core.admin.basics.realtime_text',
        keywords: 'core.admin.basics.realtime_keywords',
      },
    },
  },
  resources: {
    forums: {
      fields: {
        realtime: {
          json: 'boolean',
          visible: (_forum, { forum, viewAs }) => !viewAs && forum.settings.get('realtime'),
          get: () => true,
        },
      },
    },
  },
  realtimeTopics: { discussion: { row: 'discussions' }, list: { list: 'discussions' } },
  realtimeEvents: {
    newPost: {
      data: z.strictObject({ postId: z.int().positive() }),
      subject: 'posts',
      subjectId: ({ postId }) => postId,
      topics: (_data, { discussion_id }: PostRow) => [`discussion:${discussion_id}`, 'list'],
      describe: ({ postId }, { discussion_id }) => ({ postId, discussionId: discussion_id, tagIds: null }),
    },
  },
  on: {
    'post.created': ({ post }, context) => context.publish('newPost', { postId: post.id }),
    // Until then only few saw it.
    'post.madePublic': ({ post }, context) => context.publish('newPost', { postId: post.id }),
  },
})
