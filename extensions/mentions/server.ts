import { defineExtension, storedFlag } from '@parley/server'
import mentions from './markup/index.ts'
import { mentionDeletions } from './server/deletions.ts'
import { mentionMigrations } from './server/migrations.ts'
import { notifyGroupsJob } from './server/notify/groups-job.ts'
import { notifyJob } from './server/notify/job.ts'
import { mentioningPost } from './server/notify/mentioning-posts.ts'
import { othersCount } from './server/notify/others-count.ts'
import { notifyOfPostsJob } from './server/notify/posts-job.ts'
import { mentionNotifications } from './server/notify/types.ts'
import { mentionFilters, postsThatMention } from './server/posts/filters.ts'
import { mentionedBy, mentionedByCount } from './server/posts/mentioned-by.ts'
import { mentionsGroups, mentionsPosts, mentionsUsers } from './server/posts/mentions.ts'
import { mentionResolvers } from './server/render/resolve.ts'
import { textResolvers } from './server/render/resolve-in-texts.ts'
import { mentionListeners } from './server/save/save-mentions.ts'
import './server/table.ts'

export type * from './shared.ts'

declare module '@parley/server' {
  interface SettingTypes {
    'flarum-mentions.allow_username_format': boolean
  }
}

const withMentionedBy = ['mentionedBy', 'mentionedBy.user', 'mentionedBy.discussion']

/** Posts mention users, posts, groups and tags. */
export default defineExtension({
  migrations: mentionMigrations,
  markup: [{ syntax: mentions, resolve: mentionResolvers, resolveInTexts: textResolvers }],
  settings: {
    'flarum-mentions.allow_username_format': {
      schema: storedFlag(),
      default: true,
      public: 'allowUsernameMentionFormat',
      json: 'boolean',
      form: {
        field: { kind: 'switch' },
        label: 'mentions.admin.settings.allow_username_format_label',
        help: 'mentions.admin.settings.allow_username_format_text',
      },
    },
  },
  permissions: {
    mentionGroups: { section: 'start', label: 'mentions.admin.permissions.mention_groups_label', order: 90 },
  },
  on: mentionListeners,
  jobs: {
    'mentions.notify': notifyJob,
    'mentions.notifyGroups': notifyGroupsJob,
    'mentions.notifyOfPosts': notifyOfPostsJob,
  },
  notifications: mentionNotifications,
  affects: {
    post_mentions_post: { type: 'posts', key: 'mentions_post_id' },
    post_mentions_user: 'nothing',
    post_mentions_group: 'nothing',
  },
  deletions: mentionDeletions,
  when: { tags: () => import('./when/tags/server.ts') },
  resources: {
    posts: {
      fields: { mentionedByCount: { form: 'basic', json: 'integer', get: mentionedByCount } },
      relations: { mentionedBy, mentionsPosts, mentionsUsers, mentionsGroups },
      filters: mentionFilters,
      listIndexes: postsThatMention,
      include: [...withMentionedBy, 'mentionsPosts', 'mentionsUsers', 'mentionsGroups'],
      defaultInclude: { index: withMentionedBy, show: withMentionedBy },
    },
    discussions: { defaultInclude: { show: withMentionedBy.map((path) => `posts.${path}`) } },
    notifications: {
      fields: { othersCount },
      relations: { mentioningPost },
      include: ['mentioningPost', 'mentioningPost.discussion'],
    },
    users: {
      fields: {
        canMentionGroups: {
          form: 'current',
          json: 'boolean',
          get: (_user, { actor }) => actor.can('mentionGroups'),
        },
      },
    },
  },
})
