import { purgeRows } from '../../engine/deletion/purge-rows.ts'
import { dateTime } from '../../infrastructure/schema/values.ts'
import { defineExtension } from '../../points/extension.ts'
import { touchedEventPosts } from '../posts/event-posts.ts'
import { postContent } from '../posts/fields.ts'
import { discussionActions, discussionListeners } from './audit.ts'
import { correctAuthorCounts, deleteDiscussion } from './writing/delete-discussion.ts'
import './events.ts'
import { discussionFields } from './fields.ts'
import { discussionFilters, discussionGambits } from './filters.ts'
import { discussionMigrations } from './migrations.ts'
import { discussionPageFacts } from './page-facts.ts'
import { discussionPermissions } from './permissions.ts'
import { discussionPolicies } from './policies.ts'
import { includeFirstPost, loadPosts, rememberPostWindow, showInFull } from './posts-relation.ts'
import { updateDiscussionPrivacy } from './privacy.ts'
import { countUnreadPosts } from './reading/unread-posts.ts'
import { discussionPermissionSettings, discussionSettings } from './settings.ts'
import { idOfSlug } from './writing/slugs.ts'
import { type PlannedDiscussion, planDiscussion, startDiscussion } from './writing/start-discussion.ts'

const postIncludes = ['posts', 'posts.discussion', 'posts.user']

/** Discussions: their list, attributes, permissions and writes. */
export const discussionsFeature = defineExtension({
  migrations: discussionMigrations,
  // Posts that few may see have numbers, too.
  affects: { discussion_user: 'nothing', 'discussions.post_number_index': 'nothing' },
  settings: discussionSettings,
  permissions: discussionPermissions,
  permissionSettings: discussionPermissionSettings,
  policies: { discussions: discussionPolicies },
  pageFacts: { discussions: discussionPageFacts },
  deletions: {
    discussions: {
      settle: { authors: correctAuthorCounts },
      sweep: [
        purgeRows('posts', 'discussion_id', { type: 'posts' }),
        purgeRows('post_blocks', 'discussion_id', { key: ['discussion_id', 'block'] }),
        purgeRows('discussion_user', 'discussion_id', { key: ['user_id', 'discussion_id'] }),
      ],
    },
  },
  audit: discussionActions,
  on: {
    ...discussionListeners,
    'resource.changed': ({ type, id }, context) =>
      type === 'discussions' ? updateDiscussionPrivacy(context, id) : undefined,
  },
  eventPosts: {
    discussionRenamed: {
      merge: ([oldest], [, newest]) => (oldest === newest ? null : [oldest, newest]),
    },
  },
  notifications: {
    discussionRenamed: { subject: 'discussions', channels: { alert: { default: true } } },
  },
  resources: {
    discussions: {
      table: 'discussions',
      deletedInBatches: true,
      hasPrivateRows: true,
      forms: ['basic', 'full'],
      fields: discussionFields,
      abilities: ['reply', 'rename', 'delete', 'hide'],
      relations: {
        user: { to: 'users', key: 'user_id', form: 'basic' },
        lastPostedUser: { to: 'users', key: 'last_posted_user_id', form: 'basic' },
        firstPost: { to: 'posts', key: 'first_post_id', form: 'basic' },
        lastPost: { to: 'posts', key: 'last_post_id', form: 'basic' },
        posts: { to: 'posts', many: true, load: loadPosts },
        hiddenUser: { to: 'users', key: 'hidden_user_id', form: 'basic' },
      },
      filters: discussionFilters,
      search: { gambits: discussionGambits },
      sorts: { lastPostedAt: 'last_posted_at', commentCount: 'comment_count', createdAt: 'created_at' },
      endpoints: {
        index: {
          include: {
            default: ['user', 'lastPostedUser'],
            optional: ['firstPost', 'lastPost'],
          },
          sort: () => '-lastPostedAt',
          totals: async (context) => ({ unreadPosts: await countUnreadPosts(context) }),
        },
        show: {
          include: {
            default: ['user', ...postIncludes, 'posts.user.groups', 'posts.editedUser', 'posts.hiddenUser'],
            optional: ['lastPostedUser', 'firstPost', 'lastPost', 'hiddenUser'],
          },
          idOf: idOfSlug,
          findBySlug: async (slug) => idOfSlug(slug),
          prepare: rememberPostWindow,
        },
        create: {
          include: { default: ['posts', 'user', 'lastPostedUser', 'firstPost', 'lastPost'] },
          ability: 'startDiscussion',
          describes: {
            requires: ['title', 'content'],
            ignores: ['isHidden', 'lateReadNumbers', 'lastReadPostNumber'],
            attributes: { content: postContent(), createdAt: dateTime().describe('Of administrators.') },
          },
          fields: ['title', 'isHidden', 'lastReadPostNumber'],
          prepare: planDiscussion,
          run: (_input, context, planned) => startDiscussion(planned as PlannedDiscussion, context),
          answer: includeFirstPost,
        },
        update: {
          answer: (discussion, changing, answering) => {
            const touched = touchedEventPosts(changing, discussion.id)
            if (!touched) return []
            showInFull(answering, touched)
            return postIncludes
          },
        },
        delete: { ability: 'delete', run: deleteDiscussion },
      },
    },
  },
})
