import { AdminArea } from '../admin/frame/AdminArea.tsx'
import { replayClick } from '../features/frame/replay-click.ts'
import type { ForumExtensionsLoad } from '../points/admin/admin-pages.ts'
import { assembleAdmin, createAdminApp } from './admin-app.ts'
import type { AppOptions } from './shared-parts.ts'
import { type StartOptions, startBundle } from './start.tsx'

interface AdminStartOptions extends StartOptions {
  /** Loads what every installed extension declares for the forum, by id. */
  loadForumExtensions: ForumExtensionsLoad
}

/** Hydrates the page of the administration area that the server rendered. */
export function start({ loadForumExtensions, ...options }: AdminStartOptions): Promise<void> {
  const createApp = (own: AppOptions) => createAdminApp(own, loadForumExtensions)
  return startBundle(options, assembleAdmin, createApp, AdminArea, replayClick)
}
