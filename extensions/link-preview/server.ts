import { defineExtension } from '@parley/server'
import { previewLimits } from './server/answers/limit.ts'
import { previewRoutes } from './server/answers/routes.ts'
import { cleanJob } from './server/cache/job.ts'
import { previewMigration } from './server/cache/table.ts'
import { picturesFolder } from './server/pictures/kept-pictures.ts'
import { pictureRoute } from './server/pictures/route.ts'
import { linkPreviews } from './server/posts/field.ts'
import { previewSettings } from './server/settings.ts'

export type * from './shared.ts'

/** Posts show cards in place of bare links. */
export default defineExtension({
  migrations: { '001_link_previews': previewMigration },
  settings: previewSettings,
  affects: { link_previews: 'nothing' },
  fileFolders: [picturesFolder],
  rateLimits: previewLimits,
  routes: [...previewRoutes, pictureRoute],
  jobs: { 'link-preview.clean': cleanJob },
  resources: {
    posts: { fields: { linkPreviews } },
    forums: {
      fields: {
        'datlechin-link-preview.isOff': {
          json: 'boolean',
          visible: (_forum, { forum }) => forum.network.isOff === true,
          get: () => true,
        },
      },
    },
  },
})
