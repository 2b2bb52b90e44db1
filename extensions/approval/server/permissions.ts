import type { Extension } from '@parley/server'

/** Who writes without waiting, and who approves what others write. */
export const approvalPermissions: NonNullable<Extension['permissions']> = {
  'discussion.startWithoutApproval': {
    default: ['member'],
    section: 'start',
    label: 'approval.admin.permissions.start_discussions_without_approval_label',
    order: 15,
    requires: ['startDiscussion'],
    scoped: true,
    ability: { type: 'discussions', name: 'startWithoutApproval' },
  },
  'discussion.replyWithoutApproval': {
    default: ['member'],
    section: 'reply',
    label: 'approval.admin.permissions.reply_without_approval_label',
    order: 15,
    requires: ['discussion.reply'],
    scoped: true,
    ability: { type: 'discussions', name: 'replyWithoutApproval' },
  },
  'discussion.approvePosts': {
    default: ['moderator'],
    section: 'moderate',
    label: 'approval.admin.permissions.approve_posts_label',
    order: 45,
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'posts', name: 'approve' },
  },
}
