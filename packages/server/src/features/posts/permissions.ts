import type { Permission } from '../../points/access/permissions.ts'

/** Permissions on posts. */
export const postPermissions: Record<string, Permission> = {
  postWithoutThrottle: {
    section: 'reply',
    label: 'core.admin.permissions.post_without_throttle_label',
    order: 40,
  },
  'discussion.viewIpsPosts': {
    default: ['moderator'],
    section: 'moderate',
    label: 'core.admin.permissions.view_post_ips_label',
    order: 10,
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'posts', name: 'viewIps' },
  },
  'discussion.editPosts': {
    default: ['moderator'],
    section: 'moderate',
    label: 'core.admin.permissions.edit_posts_label',
    order: 50,
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'posts', name: 'edit' },
  },
  'discussion.hidePosts': {
    default: ['moderator'],
    section: 'moderate',
    label: 'core.admin.permissions.delete_posts_label',
    order: 60,
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'posts', name: 'hide' },
  },
  'discussion.deletePosts': {
    section: 'moderate',
    label: 'core.admin.permissions.delete_posts_forever_label',
    order: 70,
    requires: ['discussion.hidePosts'],
    scoped: true,
    ability: { type: 'posts', name: 'delete' },
  },
}
