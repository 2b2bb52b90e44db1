import { defineExtension } from '@parley/server'
import { tagLookup } from './contract/server.ts'
import type { TagRow } from './contract/tables.ts'
import { tagCounters } from './server/counts/counters.ts'
import { tagDeletions } from './server/counts/deletions.ts'
import { countListeners } from './server/counts/update-counts.ts'
import { checkTags } from './server/discussions/check-tags.ts'
import {
  discussionsOfTags,
  tagFilter,
  visibleDiscussions,
  withoutHiddenTags,
} from './server/discussions/filters.ts'
import { mergeTagged } from './server/discussions/merge-tagged.ts'
import { postTagFilter, tagsOfEventPosts } from './server/discussions/posts.ts'
import { tagIdsOf } from './server/discussions/tagged.ts'
import { attachTagIds, tagsOfDiscussions } from './server/discussions/tags-relation.ts'
import { tagFeed } from './server/feed.ts'
import { tagSorts, tagsOfForum } from './server/forum.ts'
import { lookup } from './server/lookup.ts'
import { tagMigrations } from './server/migrations.ts'
import { tagsAsParts } from './server/permission-part.ts'
import { tagPermissions } from './server/permissions.ts'
import { discussionPolicies } from './server/policies/discussions.ts'
import { globalPolicies } from './server/policies/global.ts'
import { tagPolicies } from './server/policies/tags.ts'
import { tagActions } from './server/resource/audit.ts'
import { tagChanged } from './server/resource/change-tag.ts'
import { orderRoute } from './server/resource/order-route.ts'
import { tagsResource } from './server/resource/tags.ts'
import { tagPermissionSettings, tagSettingRules, tagSettings } from './server/settings.ts'
import { tagsInMemory } from './server/tree.ts'

export type * from './shared.ts'

const withTags = ['tags', 'tags.parent']

/** Tags sort discussions, and divide the forum into parts with permissions of their own. */
export default defineExtension({
  migrations: tagMigrations,
  memoryTables: { tags: tagsInMemory },
  settings: tagSettings,
  settingRules: tagSettingRules,
  permissions: tagPermissions,
  permissionParts: { tag: tagsAsParts },
  permissionSettings: tagPermissionSettings,
  policies: { global: globalPolicies, discussions: discussionPolicies, tags: tagPolicies },
  affects: {
    discussion_tag: { type: 'discussions', key: 'discussion_id' },
    tag_user: 'nothing',
    post_mentions_tag: 'nothing',
    // Guests’ pages are a minute old at most. Each reply would invalidate all pages with its tags.
    'tags.last_posted_at': 'nothing',
    'tags.last_posted_discussion_id': 'nothing',
    'tags.last_posted_user_id': 'nothing',
  },
  audit: tagActions,
  feeds: { '/atom/t/:slug': tagFeed },
  homePages: { '/tags': { label: 'tags.admin.basics.tags_label' } },
  on: {
    ...countListeners,
    'resource.changed': ({ type, change }, context) =>
      type === 'tags' && change
        ? tagChanged(change.before as TagRow, change.after as TagRow, context)
        : undefined,
  },
  deletions: tagDeletions,
  counters: tagCounters,
  routes: [orderRoute],
  services: [tagLookup.provide(lookup)],
  eventPosts: { discussionTagged: { merge: mergeTagged } },
  // Who sees a discussion sees all of its tags.
  realtimeFacts: { newPost: (_data, { discussion }) => ({ tagIds: tagIdsOf(discussion).map(String) }) },
  resources: {
    tags: tagsResource,
    discussions: {
      abilities: ['tag'],
      attach: attachTagIds,
      relations: { tags: tagsOfDiscussions },
      writes: { check: checkTags },
      filters: { tag: tagFilter },
      search: { gambits: { tag: { filter: 'tag' } } },
      listIndexes: { tags: discussionsOfTags },
      visibleScan: visibleDiscussions,
      defaultCondition: withoutHiddenTags,
      include: withTags,
      defaultInclude: { index: withTags, show: withTags, create: withTags },
      optionalInclude: { index: ['tags.state'], show: ['tags.state'] },
    },
    posts: {
      relations: { eventPostMentionsTags: tagsOfEventPosts },
      filters: { tag: postTagFilter },
      include: ['eventPostMentionsTags'],
      defaultInclude: { index: ['eventPostMentionsTags'] },
    },
    forums: {
      fields: {
        canBypassTagCounts: { json: 'boolean', get: (_forum, { actor }) => actor.can('bypassTagCounts') },
        tagSorts: { json: 'object', get: (_forum, context) => tagSorts(context) },
      },
      relations: { tags: tagsOfForum },
      defaultInclude: { show: withTags },
    },
  },
})
