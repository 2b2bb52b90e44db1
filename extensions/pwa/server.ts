import { defineExtension, type Field, type ForumRow } from '@parley/server'
import { pageFrame } from './server/frame.ts'
import { iconRoutes } from './server/icons.ts'
import { manifestRoute } from './server/manifest.ts'
import { iconName, pwaSettings } from './server/settings.ts'
import { statusRoute } from './server/status.ts'
import { offlineRoute, workerRoute } from './server/worker.ts'
import { type IconSize, iconSizes } from './shared.ts'

/** The address of an icon, where it was uploaded. */
function iconField(size: IconSize): Field<ForumRow> {
  const setting = `askvortsov-pwa.icon_${size}_path` as const
  return {
    json: 'string',
    visible: (_forum, { forum }) => forum.settings.get(setting) !== null,
    get: (_forum, { forum }) => forum.files.url(forum.settings.get(setting) ?? ''),
  }
}

/** Readers install the forum like an app (api-extensions 23). */
export default defineExtension({
  settings: pwaSettings,
  scripts: ['worker', 'offline'],
  pageFrame,
  routes: [manifestRoute, workerRoute, offlineRoute, statusRoute, ...iconRoutes],
  resources: {
    forums: {
      fields: Object.fromEntries(iconSizes.map((size) => [`${iconName(size)}Url`, iconField(size)])),
    },
  },
})
