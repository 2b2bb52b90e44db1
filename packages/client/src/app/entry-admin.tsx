import { AdminArea } from '../admin/frame/AdminArea.tsx'
import { replayClick } from '../features/frame/replay-click.ts'
import { assembleAdmin, createAdminApp } from './admin-app.ts'
import { type StartOptions, startBundle } from './start.tsx'

/** Hydrates the page of the administration area that the server rendered. */
export function start(options: StartOptions): Promise<void> {
  return startBundle(options, assembleAdmin, createAdminApp, AdminArea, replayClick)
}
