import { defineExtension } from '../extension.ts'
import { allow, deny } from '../points/policies.ts'
import type { Scope } from '../points/scopes.ts'
import { groupMigrations } from './migrations.ts'
import { nameOf } from './names.ts'
import './table.ts'

/** Hidden groups are for those with the permission. */
const visibleGroups: Scope<'groups'> = (eb, { actor }) =>
  actor.hasPermission('viewHiddenGroups') ? undefined : eb('groups.is_hidden', '=', false)

/** Groups, and what their members may do. */
export const groupsFeature = defineExtension({
  migrations: groupMigrations,
  permissions: { viewHiddenGroups: {}, createGroup: {}, 'group.edit': {}, 'group.delete': {} },
  policies: {
    groups: {
      view: (actor, group) => (group.is_hidden && !actor.hasPermission('viewHiddenGroups') ? deny : allow),
      '*': (actor, _group, ability) => (actor.hasPermission(`group.${ability}`) ? allow : undefined),
    },
  },
  scopes: { groups: visibleGroups },
  resources: {
    groups: {
      table: 'groups',
      forms: ['full'],
      fields: {
        nameSingular: { get: (group, context) => nameOf(group.name_singular, context) },
        namePlural: { get: (group, context) => nameOf(group.name_plural, context) },
        color: { column: 'color' },
        icon: { column: 'icon' },
        isHidden: { column: 'is_hidden' },
      },
      filters: {
        hidden: { value: 'text', where: (eb, value) => eb('groups.is_hidden', '=', value === '1') },
      },
      sorts: { nameSingular: 'name_singular', namePlural: 'name_plural', isHidden: 'is_hidden' },
      endpoints: { index: { limit: null }, show: {} },
    },
  },
})
