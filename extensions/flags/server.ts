import { defineExtension } from '@parley/server'
import { flags } from './contract/server.ts'
import { createRoute } from './server/create-route.ts'
import { flagDeletions } from './server/deletions.ts'
import { dismissRoute, flagActions } from './server/dismiss-route.ts'
import { listRoute } from './server/list-route.ts'
import { flagMigrations, userColumns } from './server/migrations.ts'
import { flagResources } from './server/resource.ts'
import { flagPolicies } from './server/rights.ts'
import { flagPermissions, flagSettings } from './server/settings.ts'
import { flagService } from './server/stored-flags.ts'

export type * from './shared.ts'

/** Members report posts, and moderators look at them. */
export default defineExtension({
  migrations: flagMigrations,
  settings: flagSettings,
  permissions: flagPermissions,
  policies: flagPolicies,
  affects: {
    flags: 'nothing',
    ...Object.fromEntries(userColumns.map((column) => [`users.${column}`, 'nothing' as const])),
  },
  audit: flagActions,
  resources: flagResources,
  routes: [listRoute, createRoute, dismissRoute],
  deletions: flagDeletions,
  services: [flags.provide(flagService)],
})
