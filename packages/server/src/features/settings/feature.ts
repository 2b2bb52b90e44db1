import { defineExtension } from '../../points/extension.ts'
import { customStyleRoute } from './custom-style-route.ts'
import { forumSettings } from './declared.ts'
import { forumFacts } from './facts.ts'
import { forumFields, forumRelations, forumRoutes } from './forum-resource.ts'
import { settingMigrations } from './migrations.ts'
import { settingsRoute } from './save.ts'
import './table.ts'

/** The forum's settings, and the resource `forums`, which has the public ones. */
export const settingsFeature = defineExtension({
  migrations: settingMigrations,
  settings: forumSettings,
  forumFacts,
  permissions: { viewForum: { default: ['everyone'] } },
  resources: {
    forums: {
      forms: ['full'],
      load: async () => [{ id: 1 }],
      fields: forumFields,
      relations: forumRelations,
      endpoints: { show: { include: { default: ['groups', 'actor', 'actor.groups'] } } },
    },
  },
  routes: [...forumRoutes, settingsRoute, customStyleRoute],
})
