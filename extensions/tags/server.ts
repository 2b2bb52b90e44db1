import { defineExtension } from '@parley/server'
import { tagsOfForum } from './server/forum.ts'
import { tagMigrations } from './server/migrations.ts'
import { tagPermissions } from './server/permissions.ts'
import { globalPolicies } from './server/policies/global.ts'
import { tagPolicies } from './server/policies/tags.ts'
import { tagActions } from './server/resource/audit.ts'
import { tagChanged } from './server/resource/change-tag.ts'
import { orderRoute } from './server/resource/order-route.ts'
import { tagsResource } from './server/resource/tags.ts'
import { tagSettings } from './server/settings.ts'
import type { TagRow } from './server/table.ts'
import { tagsInMemory } from './server/tree.ts'

export type * from './shared.ts'

/** Tags divide the forum into parts with permissions of their own. */
export default defineExtension({
  migrations: tagMigrations,
  memoryTables: { tags: tagsInMemory },
  settings: tagSettings,
  permissions: tagPermissions,
  permissionParts: { tag: { nameOf: (id, { forum }) => forum.tables.get('tags').get(id)?.name } },
  policies: { global: globalPolicies, tags: tagPolicies },
  audit: tagActions,
  on: {
    'resource.changed': ({ type, change }, context) =>
      type === 'tags' && change
        ? tagChanged(change.before as TagRow, change.after as TagRow, context)
        : undefined,
  },
  routes: [orderRoute],
  resources: {
    tags: tagsResource,
    forums: {
      fields: {
        canBypassTagCounts: { json: 'boolean', get: (_forum, { actor }) => actor.can('bypassTagCounts') },
      },
      relations: { tags: tagsOfForum },
      defaultInclude: { show: ['tags', 'tags.parent'] },
    },
  },
})
