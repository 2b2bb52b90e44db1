import { defineExtension } from '@parley/server'
import { thumbnailCounter } from './server/counter.ts'
import { customThumbnail } from './server/field.ts'
import { followMarkup } from './server/follow-markup.ts'
import { publicMigration, thumbnailMigration } from './server/migration.ts'
import { linkToDiscussion } from './server/setting.ts'
import { thumbnailListeners } from './server/store.ts'

export type * from './shared.ts'

/** Discussions have the first picture of their first post. */
export default defineExtension({
  migrations: { '001_thumbnail': thumbnailMigration, '002_public': publicMigration },
  settings: { 'fof-discussion-thumbnail.link_to_discussion': linkToDiscussion },
  on: thumbnailListeners,
  counters: [thumbnailCounter],
  jobs: { 'thumbnail.followMarkup': followMarkup },
  affects: { thumbnail_markup: 'nothing' },
  resources: { discussions: { fields: { customThumbnail } } },
})
