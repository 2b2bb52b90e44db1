import type { Extension } from '@parley/server'
import { wireDate } from '@parley/shared'
import { flagCount, newFlagCount } from './counts.ts'
import { reportFields } from './report-fields.ts'
import { canViewFlags } from './rights.ts'
import { flagsOfPosts, loadFlags } from './visible-flags.ts'

const withUsers = ['flags', 'flags.user']

/** Flags, and what they add to other resources. */
export const flagResources: NonNullable<Extension['resources']> = {
  flags: {
    forms: ['full'],
    load: loadFlags,
    fields: {
      type: { column: 'type', json: 'string' },
      kind: { column: 'type', json: 'string' },
      reason: { column: 'reason', json: 'string?', schema: reportFields.reason },
      reasonDetail: { column: 'reason_detail', json: 'string?', schema: reportFields.reasonDetail },
      createdAt: { json: 'date', get: ({ created_at }) => wireDate(created_at) },
    },
    relations: {
      post: { to: 'posts', key: 'post_id' },
      user: { to: 'users', key: 'user_id', form: 'basic' },
    },
  },
  posts: {
    abilities: ['flag'],
    relations: { flags: flagsOfPosts },
    include: withUsers,
    defaultInclude: { index: withUsers, show: withUsers },
  },
  discussions: { defaultInclude: { show: ['posts.flags', 'posts.flags.user'] } },
  users: { fields: { newFlagCount } },
  forums: {
    fields: {
      canViewFlags: { json: 'boolean', get: (_forum, context) => canViewFlags(context) },
      flagCount,
    },
  },
}
