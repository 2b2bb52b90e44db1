import { forAllRows } from '../../points/access/policies.ts'
import { allow, deny } from '../../points/access/verdicts.ts'
import { defineExtension } from '../../points/extension.ts'
import { actionsRoute } from './actions-route.ts'
import { auditFields } from './entry.ts'
import { exportRoute } from './export-route.ts'
import { auditFilters } from './filters.ts'
import { auditMigrations } from './migrations.ts'
import { redactActors, redactTargets, retentionJob } from './retention.ts'
import { auditSettings } from './settings.ts'
import './table.ts'

/** The audit log: who changed what in the administration and moderation of the forum. */
export const auditFeature = defineExtension({
  migrations: auditMigrations,
  affects: { audit_entries: 'nothing' },
  settings: auditSettings,
  permissions: { 'auditLog.view': { opensAdmin: true } },
  policies: {
    'audit-entries': {
      view: forAllRows((actor) => (actor.hasPermission('auditLog.view') ? allow : deny)),
    },
  },
  deletions: { users: { sweep: [redactActors, redactTargets] } },
  jobs: { 'audit.sweep': retentionJob },
  resources: {
    'audit-entries': {
      table: 'audit_entries',
      isPersonal: true,
      fields: auditFields,
      relations: { actor: { to: 'users', key: 'actor_id', form: 'basic' } },
      filters: auditFilters,
      sorts: { createdAt: 'created_at' },
      endpoints: {
        index: {
          ability: 'auditLog.view',
          sort: () => '-createdAt',
          include: { optional: ['actor'] },
        },
      },
    },
  },
  routes: [actionsRoute, exportRoute],
})
