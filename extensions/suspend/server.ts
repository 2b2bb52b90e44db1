import { defineExtension } from '@parley/server'
import { recordSuspension, suspendActions } from './server/audit.ts'
import { suspension, suspensionFields } from './server/fields.ts'
import { suspendedFilter, suspendedInUserList } from './server/lists.ts'
import { suspendMigrations } from './server/migrations.ts'
import { suspendNotifications, tellOfItsEnd, tellOfSuspension } from './server/notifications.ts'
import { suspendedRights, suspendPolicies } from './server/policies.ts'

export type * from './shared.ts'

/** Moderators suspend members, who have only a guest’s rights until the suspension ends. */
export default defineExtension({
  migrations: suspendMigrations,
  affects: {
    'users.suspend_reason': 'nothing',
    'users.suspend_message': 'nothing',
  },
  permissions: {
    'user.suspend': {
      default: ['moderator'],
      section: 'moderate',
      label: 'suspend.admin.permissions.suspend_users_label',
      order: 90,
      requires: ['viewForum'],
      ability: { type: 'users', name: 'suspend' },
    },
  },
  accountColumns: ['suspended_until'],
  restrictions: { suspended: suspendedRights },
  policies: { users: suspendPolicies },
  audit: suspendActions,
  notifications: suspendNotifications,
  userList: suspendedInUserList,
  on: {
    async 'user.suspended'(event, context) {
      await recordSuspension('user.suspended', event, context)
      await tellOfSuspension(event, context)
    },
    async 'user.unsuspended'(event, context) {
      await recordSuspension('user.unsuspended', event, context)
      await tellOfItsEnd(event, context)
    },
  },
  resources: {
    users: {
      abilities: ['suspend'],
      fields: suspensionFields,
      writes: { together: { suspension } },
      filters: { suspended: suspendedFilter },
      search: { gambits: { 'is:suspended': { filter: 'suspended' } } },
    },
  },
})
