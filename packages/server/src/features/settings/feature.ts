import { defineExtension } from '../../points/extension.ts'
import { adminSettingsRoute } from './admin-settings.ts'
import { customStyleRoute } from './custom-style-route.ts'
import { forumSettings } from './declared.ts'
import { forumFacts } from './facts.ts'
import { forumFields, forumRelations, forumRoutes } from './forum-resource.ts'
import { settingMigrations } from './migrations.ts'
import { pageFrame } from './page-frame.ts'
import { settingsRoute } from './save.ts'
import './table.ts'

/** The forum's settings, and the resource `forums`, which has the public ones. */
export const settingsFeature = defineExtension({
  migrations: settingMigrations,
  settings: forumSettings,
  permissionSettings: {
    allow_sign_up: {
      section: 'start',
      label: 'core.admin.permissions.sign_up_label',
      order: 0,
      choices: [
        { value: '1', label: 'core.admin.permissions_controls.signup_open_button' },
        { value: '0', label: 'core.admin.permissions_controls.signup_closed_button' },
      ],
    },
  },
  forumFacts,
  pageFrame,
  audit: { 'settings.changed': { text: 'core.audit.settings_changed_text', fields: 'settings' } },
  permissions: {
    viewForum: {
      default: ['everyone'],
      section: 'read',
      label: 'core.admin.permissions.view_forum_label',
      order: 10,
      guests: true,
      scoped: true,
    },
  },
  resources: {
    forums: {
      forms: ['full'],
      load: async () => [{ id: 1 }],
      fields: forumFields,
      relations: forumRelations,
      endpoints: { show: { include: { default: ['groups', 'actor', 'actor.groups'] } } },
    },
  },
  routes: [...forumRoutes, settingsRoute, adminSettingsRoute, customStyleRoute],
})
