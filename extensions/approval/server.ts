import { defineExtension } from '@parley/server'
import { flags } from '../flags/contract/server.ts'
import type {} from './contract/server.ts'
import { approval, isApproved } from './server/approve.ts'
import { approvalMigrations } from './server/migrations.ts'
import { approvalPermissions } from './server/permissions.ts'
import { approvalPrivacy } from './server/privacy.ts'
import {
  firstPostsSetting,
  newcomerColumns,
  newDiscussions,
  newPosts,
  waitingPolicies,
} from './server/waiting.ts'

export type * from './shared.ts'

/** Posts of those who may not write without approval wait, and only their authors and approvers see them. */
export default defineExtension({
  migrations: approvalMigrations,
  settings: { 'flarum-approval.first_posts': firstPostsSetting },
  permissions: approvalPermissions,
  accountColumns: newcomerColumns,
  policies: { discussions: waitingPolicies },
  privacy: approvalPrivacy,
  audit: { 'post.approved': { text: 'approval.audit.post_approved_text', target: 'posts' } },
  on: {
    'post.created': async ({ post }, context) => {
      if (!post.is_approved) await flags.of(context).add(context, post, { type: 'approval' })
    },
  },
  resources: {
    discussions: {
      fields: { isApproved: { form: 'basic', column: 'is_approved', json: 'boolean' } },
      writes: newDiscussions,
    },
    posts: {
      abilities: ['approve'],
      fields: { isApproved },
      writes: { together: { approval }, initial: newPosts },
    },
  },
  when: { tags: () => import('./when/tags/server.ts') },
})
