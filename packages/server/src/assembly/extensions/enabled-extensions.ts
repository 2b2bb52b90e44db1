import { forumSettings } from '../../features/settings/declared.ts'
import { storeSettings } from '../../features/settings/store.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { type StoredSettings, TypedSettings } from '../../points/context/setting-values.ts'
import type { InstalledExtension } from '../../points/extension.ts'

/** The installed extensions that should be enabled; all of them until a choice is stored. */
export function enabledOf(
  stored: StoredSettings,
  installed: readonly InstalledExtension[],
): readonly InstalledExtension[] {
  const ids = new TypedSettings(stored, new Map(Object.entries(forumSettings)))
  return selectByIds(installed, ids.get('extensions_enabled') ?? installed.map(({ id }) => id))
}

export function selectByIds(
  installed: readonly InstalledExtension[],
  ids: readonly string[],
): readonly InstalledExtension[] {
  return installed.filter(({ id }) => ids.includes(id))
}

export function storeEnabled(db: Queries, ids: readonly string[]): Promise<void> {
  return storeSettings(db, { extensions_enabled: JSON.stringify(ids) })
}
