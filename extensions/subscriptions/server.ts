import { defineExtension, flag, lockRow } from '@parley/server'
import { subscriptionField } from './server/field.ts'
import { discussionsOfMembers, subscriptionFilter, withoutIgnored } from './server/lists.ts'
import { subscriptionMigrations } from './server/migrations.ts'
import { notifyJob, reviewJob } from './server/new-post/jobs.ts'
import { postListeners } from './server/new-post/listeners.ts'
import { composeMail } from './server/new-post/mail.ts'
import { unfollow } from './server/store.ts'

export type * from './shared.ts'

const gambit = (value: string) => ({ filter: 'subscription', value })

/** Members follow discussions, and are told of new posts; or they mute them, and lists leave them out. */
export default defineExtension({
  migrations: subscriptionMigrations,
  preferences: {
    followAfterReply: { schema: flag(), default: false },
    'flarum-subscriptions.notify_for_all_posts': { schema: flag(), default: false },
  },
  notifications: {
    newPost: {
      subject: 'discussions',
      channels: { alert: { default: true }, email: { default: true, compose: composeMail } },
      unfollow: {
        label: 'subscriptions.email.unfollow_button',
        doneText: 'subscriptions.email.unfollowed_text',
        async run(userId, discussionId, context) {
          await lockRow(context, 'discussions', discussionId)
          await unfollow(context, { discussionId, userId })
        },
      },
    },
  },
  jobs: { 'subscriptions.notify': notifyJob, 'subscriptions.review': reviewJob },
  on: postListeners,
  when: { approval: () => import('./when/approval/server.ts') },
  resources: {
    discussions: {
      fields: { subscription: subscriptionField },
      filters: { subscription: subscriptionFilter },
      search: {
        gambits: {
          'is:following': gambit('following'),
          'is:followed': gambit('followed'),
          'is:ignoring': gambit('ignoring'),
          'is:ignored': gambit('ignored'),
        },
      },
      listIndexes: { subscriptions: discussionsOfMembers },
      defaultCondition: withoutIgnored,
    },
  },
})
