import { flag, number, text } from '../../infrastructure/schema/values.ts'
import { forAllRows } from '../../points/access/policies.ts'
import { allow, deny, forceDeny } from '../../points/access/verdicts.ts'
import { members } from '../../points/context/actor.ts'
import { defineExtension } from '../../points/extension.ts'
import { groupActions, groupListeners } from './audit.ts'
import {
  checkEdit,
  createGroup,
  deleteGroup,
  deletionOfGroups,
  dropSingleName,
  nameField,
} from './change-group.ts'
import { groupMigrations } from './migrations.ts'
import { positionOf } from './position.ts'
import './table.ts'

const groupHidden = deny.because('core.admin.why.group_is_hidden')
const groupOfEveryForum = forceDeny.because('core.admin.why.group_of_every_forum')

/** Groups. */
export const groupsFeature = defineExtension({
  migrations: groupMigrations,
  affects: { groups: 'everything' },
  permissions: {
    viewHiddenGroups: {
      section: 'read',
      label: 'core.admin.permissions.view_hidden_groups_label',
      order: 40,
    },
    createGroup: {
      section: 'users',
      label: 'core.admin.permissions.create_groups_label',
      order: 50,
    },
    'group.edit': {
      section: 'users',
      label: 'core.admin.permissions.edit_groups_label',
      order: 60,
      ability: { type: 'groups', name: 'edit' },
    },
    'group.delete': {
      section: 'users',
      label: 'core.admin.permissions.delete_groups_label',
      order: 70,
      ability: { type: 'groups', name: 'delete' },
    },
  },
  policies: {
    groups: {
      view: {
        verdict: (actor, group) =>
          group.is_hidden && !actor.hasPermission('viewHiddenGroups') ? groupHidden : allow,
        scope: (eb, { actor }) =>
          actor.hasPermission('viewHiddenGroups') || eb('groups.is_hidden', '=', false),
      },
      delete: {
        verdict: (_actor, group) => (group.id <= members ? groupOfEveryForum : undefined),
        scope: (eb) => ({ forceDeny: eb('groups.id', '<=', members) }),
      },
      '*': forAllRows((actor, ability) => (actor.hasPermission(`group.${ability}`) ? allow : undefined)),
    },
  },
  audit: groupActions,
  on: groupListeners,
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
        position: {
          visible: (group, { actor }) => actor.can('edit', 'groups', group),
          get: positionOf,
          current: positionOf,
          set: (position) => ({ position: position as number }),
          json: 'number',
          writable: 'edit',
          schema: number(),
        },
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
})
