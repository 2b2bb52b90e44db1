import type { Permission } from '../../points/access/permissions.ts'

/** Permissions on accounts. */
export const userPermissions: Record<string, Permission> = {
  searchUsers: {
    default: ['member'],
    section: 'read',
    label: 'core.admin.permissions.search_users_label',
    order: 20,
    guests: true,
    requires: ['viewForum'],
  },
  'user.viewLastSeenAt': {
    default: ['moderator'],
    section: 'read',
    label: 'core.admin.permissions.view_last_seen_at_label',
    order: 30,
    requires: ['viewForum'],
    ability: { type: 'users', name: 'viewLastSeenAt' },
  },
  'user.edit': {
    section: 'users',
    label: 'core.admin.permissions.edit_users_label',
    order: 10,
    requires: ['viewForum'],
    ability: { type: 'users', name: 'edit' },
  },
  'user.editCredentials': {
    section: 'users',
    label: 'core.admin.permissions.edit_users_credentials_label',
    order: 20,
    requires: ['viewForum'],
    ability: { type: 'users', name: 'editCredentials' },
  },
  'user.editGroups': {
    section: 'users',
    label: 'core.admin.permissions.edit_users_groups_label',
    order: 30,
    requires: ['viewForum'],
    ability: { type: 'users', name: 'editGroups' },
  },
  'user.delete': {
    section: 'users',
    label: 'core.admin.permissions.delete_users_label',
    order: 40,
    requires: ['viewForum'],
    ability: { type: 'users', name: 'delete' },
  },
}
