import { clearColumn, defineExtension, purgeRows } from '@parley/server'
import upload, { uploadedFile } from './markup/index.ts'
import { cleanCommand } from './server/cleaning/command.ts'
import { cleanJob, endRemovalsJob } from './server/cleaning/jobs.ts'
import { fileFolders } from './server/files/addresses.ts'
import { filesResource, sharedFilesResource } from './server/files/resources.ts'
import { forumFields } from './server/forum-fields.ts'
import { postsWithFile, usesFile } from './server/media/uses.ts'
import { uploadMigrations } from './server/migrations.ts'
import { linkListeners } from './server/posts/links.ts'
import { resolveFiles, resolveFilesInText } from './server/posts/resolve.ts'
import { uploadSizes } from './server/posts/sizes.ts'
import { uploadRoute } from './server/receiving/route.ts'
import { finishRoute } from './server/resuming/finish-route.ts'
import { resumableProtocols } from './server/resuming/tus.ts'
import { filePolicies } from './server/rights.ts'
import { deleteRoute } from './server/routes/delete-route.ts'
import { downloadRoutes } from './server/routes/download-routes.ts'
import { hideRoute } from './server/routes/hide-route.ts'
import { inspectRoute } from './server/routes/inspect-route.ts'
import { listRoutes } from './server/routes/list-routes.ts'
import { storageRoute } from './server/routes/storage-route.ts'
import { watermarkRoutes } from './server/routes/watermark-routes.ts'
import { uploadPermissions, uploadSettings } from './server/settings.ts'
import { smallerJob } from './server/smaller/job.ts'
import { uploadCounter } from './server/users/counts.ts'
import { userFields } from './server/users/fields.ts'

export type * from './shared.ts'

/** Keeps files that members upload. */
export default defineExtension({
  migrations: uploadMigrations,
  fileFolders,
  settings: uploadSettings,
  permissions: uploadPermissions,
  policies: filePolicies,
  routes: [
    uploadRoute,
    finishRoute,
    deleteRoute,
    hideRoute,
    ...listRoutes,
    ...downloadRoutes,
    inspectRoute,
    storageRoute,
    ...watermarkRoutes,
  ],
  protocols: resumableProtocols,
  markup: [
    {
      syntax: upload,
      resolve: { [uploadedFile]: resolveFiles },
      resolveInTexts: { [uploadedFile]: resolveFilesInText },
    },
  ],
  on: linkListeners,
  counters: [uploadCounter],
  affects: {
    fof_upload_file_posts: 'nothing',
    fof_upload_downloads: 'nothing',
    upload_name_words: 'nothing',
    upload_pending_objects: 'nothing',
    upload_resumable: 'nothing',
  },
  jobs: { 'upload.smaller': smallerJob, 'upload.clean': cleanJob, 'upload.endRemovals': endRemovalsJob },
  commands: { 'uploads:clean': cleanCommand },
  deletions: {
    posts: {
      sweep: [purgeRows('fof_upload_file_posts', 'post_id'), clearColumn('fof_upload_downloads', 'post_id')],
    },
    discussions: { sweep: [clearColumn('fof_upload_downloads', 'discussion_id')] },
    users: {
      // The files of a deleted account stay, without an owner.
      sweep: [
        clearColumn('fof_upload_files', 'actor_id'),
        clearColumn('fof_upload_downloads', 'actor_id'),
        purgeRows('upload_name_words', 'owner_id'),
        purgeRows('upload_resumable', 'actor_id'),
      ],
    },
  },
  resources: {
    files: filesResource,
    'shared-files': sharedFilesResource,
    users: { fields: userFields },
    forums: { fields: forumFields },
    posts: {
      fields: { uploadSizes },
      filters: { uploadedFile: usesFile },
      listIndexes: { postsWithFile },
    },
  },
})
