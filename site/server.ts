import { join } from 'node:path'
import type { InstalledExtension } from '@parley/server/extensions'
import { type LoadOptions, loadExtensions as loadFrom } from '@parley/server/load-extension'
import { installedExtensions, root } from './plugins/folders.ts'

/** Loads the server declaration and the manifest of every installed extension. */
export function loadExtensions(options?: LoadOptions): Promise<InstalledExtension[]> {
  return loadFrom(
    installedExtensions().map((id) => join(root, 'extensions', id)),
    options,
  )
}
