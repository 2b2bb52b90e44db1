import { type DiscussionRow, defineExtension, type Field, type PostRow } from '@parley/server'
import { offeredConversions } from './contract/server.ts'
import { reactionCounter } from './server/counters.ts'
import { listRoute } from './server/lists/list-route.ts'
import { postReactionsResource } from './server/lists/resource.ts'
import { reactionsOfPosts } from './server/lists/rows.ts'
import { reactionMigrations } from './server/migrations.ts'
import { reactionCounts, userReactionIdentifier } from './server/posts/counts.ts'
import { reactionField } from './server/posts/reaction-field.ts'
import { conversionSettings } from './server/posts/store.ts'
import { reactionEvents } from './server/realtime.ts'
import { reactionDeletions } from './server/removal/deletions.ts'
import { removalRoutes } from './server/removal/routes.ts'
import { reactionPolicies, removesReactions, seesReactions } from './server/rights.ts'
import { reactionPermissions, reactionSettings } from './server/settings.ts'
import { reactionsInMemory } from './server/tables.ts'
import { reactionActions } from './server/types/audit.ts'
import { reactionsOfForum, reactionsResource } from './server/types/resource.ts'
import { reactionRoutes } from './server/types/routes.ts'

export type * from './shared.ts'

const withReactions = ['reactions', 'reactions.user', 'reactions.reaction']

const canSeeReactions: Field<DiscussionRow> = {
  json: 'boolean',
  get: (discussion, { actor }) => seesReactions(actor, discussion),
}

const canDeletePostReactions: Field<PostRow> = {
  json: 'boolean',
  get: (post, { actor }) => removesReactions(actor, post),
}

/** Readers react to posts with emoji or icons. */
export default defineExtension({
  migrations: reactionMigrations,
  memoryTables: { reactions: reactionsInMemory },
  settings: reactionSettings,
  permissions: reactionPermissions,
  policies: reactionPolicies,
  rateLimits: {
    reactingGuestsPerAddress: { points: 20, seconds: 3600 },
    anonymousReactionsPerAddress: { points: 300, seconds: 3600 },
  },
  affects: {
    // Every page has the types.
    reactions: 'everything',
    post_reaction_counts: { type: 'posts', key: 'post_id' },
    post_reactions: 'nothing',
  },
  audit: reactionActions,
  notifications: { postReacted: { subject: 'posts', channels: { alert: { default: true } } } },
  realtimeEvents: reactionEvents,
  counters: [reactionCounter],
  deletions: reactionDeletions,
  pageFrame: ({ forum: { settings } }) => ({
    payload: { 'fof-reactions.cdnUrl': settings.get('fof-reactions.cdnUrl') },
  }),
  routes: [...reactionRoutes, listRoute, ...removalRoutes],
  resources: {
    reactions: reactionsResource,
    post_reactions: postReactionsResource,
    posts: {
      abilities: ['react'],
      fields: { reaction: reactionField, reactionCounts, userReactionIdentifier, canDeletePostReactions },
      relations: { reactions: reactionsOfPosts },
      optionalInclude: { index: withReactions, show: withReactions, update: withReactions },
    },
    discussions: { fields: { canSeeReactions } },
    forums: {
      fields: {
        ReactionConverts: {
          json: 'array',
          get: (_forum, { forum: { settings } }) =>
            Object.values(conversionSettings).map((key) => settings.get(key)),
        },
        reactionConversions: {
          json: 'array',
          visible: (_forum, { actor }) => actor.can('administrate'),
          get: (_forum, context) => [...offeredConversions(context).keys()],
        },
      },
      relations: { reactions: reactionsOfForum },
      defaultInclude: { show: ['reactions'] },
    },
  },
})
