import type { Permission } from '../../points/access/permissions.ts'

/** Permissions on discussions. */
export const discussionPermissions: Record<string, Permission> = {
  startDiscussion: {
    default: ['member'],
    section: 'start',
    label: 'core.admin.permissions.start_discussions_label',
    order: 10,
    requires: ['viewForum'],
    scoped: true,
  },
  'discussion.reply': {
    default: ['member'],
    section: 'reply',
    label: 'core.admin.permissions.reply_to_discussions_label',
    order: 10,
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'discussions', name: 'reply' },
  },
  'discussion.rename': {
    default: ['moderator'],
    section: 'moderate',
    label: 'core.admin.permissions.rename_discussions_label',
    order: 20,
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'discussions', name: 'rename' },
  },
  'discussion.hide': {
    default: ['moderator'],
    section: 'moderate',
    label: 'core.admin.permissions.delete_discussions_label',
    order: 30,
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'discussions', name: 'hide' },
  },
  'discussion.delete': {
    section: 'moderate',
    label: 'core.admin.permissions.delete_discussions_forever_label',
    order: 40,
    requires: ['discussion.hide'],
    scoped: true,
    ability: { type: 'discussions', name: 'delete' },
  },
}
