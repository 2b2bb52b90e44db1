import { flag, text } from '../../infrastructure/schema/values.ts'
import type { Scope } from '../../points/access/scopes.ts'
import { allow, deny, forceDeny } from '../../points/access/verdicts.ts'
import { members } from '../../points/context/actor.ts'
import { defineExtension } from '../../points/extension.ts'
import {
  checkEdit,
  createGroup,
  deleteGroup,
  deletionOfGroups,
  dropSingleName,
  nameField,
} from './change-group.ts'
import { groupMigrations } from './migrations.ts'
import { permissionRoute } from './permission-route.ts'
import './table.ts'

/** Hidden groups require the permission `viewHiddenGroups`. */
const visibleGroups: Scope<'groups'> = (eb, { actor }) =>
  actor.hasPermission('viewHiddenGroups') ? undefined : eb('groups.is_hidden', '=', false)

/** Groups and their permissions. */
export const groupsFeature = defineExtension({
  migrations: groupMigrations,
  affects: { groups: 'everything' },
  permissions: { viewHiddenGroups: {}, createGroup: {}, 'group.edit': {}, 'group.delete': {} },
  policies: {
    groups: {
      view: (actor, group) => (group.is_hidden && !actor.hasPermission('viewHiddenGroups') ? deny : allow),
      delete: (_actor, group) => (group.id <= members ? forceDeny : undefined),
      '*': (actor, _group, ability) => (actor.hasPermission(`group.${ability}`) ? allow : undefined),
    },
  },
  scopes: { groups: visibleGroups },
  deletions: { groups: deletionOfGroups },
  resources: {
    groups: {
      table: 'groups',
      deletedInBatches: true,
      forms: ['full'],
      fields: {
        nameSingular: nameField('name_singular'),
        namePlural: nameField('name_plural'),
        color: {
          column: 'color',
          json: 'string?',
          writable: 'edit',
          schema: text({ required: false, max: 20 }),
        },
        icon: {
          column: 'icon',
          json: 'string?',
          writable: 'edit',
          schema: text({ required: false, max: 100 }),
        },
        isHidden: { column: 'is_hidden', json: 'boolean', writable: 'edit', schema: flag() },
      },
      filters: {
        hidden: { value: 'text', where: (eb, value) => eb('groups.is_hidden', '=', value === '1') },
      },
      sorts: { nameSingular: 'name_singular', namePlural: 'name_plural', isHidden: 'is_hidden' },
      endpoints: {
        index: { limit: null },
        show: {},
        create: {
          authenticated: true,
          ability: 'createGroup',
          describes: { requires: ['nameSingular', 'namePlural'] },
          fields: ['nameSingular', 'namePlural', 'color', 'icon', 'isHidden'],
          run: createGroup,
        },
        update: { check: checkEdit, accept: dropSingleName },
        delete: { ability: 'delete', run: deleteGroup },
      },
    },
  },
  routes: [permissionRoute],
})
