import type { Queries } from '../db/tables.ts'
import type { InstalledExtension } from '../extension.ts'
import { type StoredSettings, TypedSettings } from '../setting-values.ts'
import { forumSettings } from '../settings/declared.ts'
import { storeSettings } from '../settings/store.ts'

/** The installed extensions that are to be in effect: all of them, before anybody chose. */
export function enabledOf(
  stored: StoredSettings,
  installed: readonly InstalledExtension[],
): readonly InstalledExtension[] {
  const ids = new TypedSettings(stored, new Map(Object.entries(forumSettings)))
  return pick(installed, ids.get('extensions_enabled') ?? installed.map(({ id }) => id))
}

export function pick(
  installed: readonly InstalledExtension[],
  ids: readonly string[],
): readonly InstalledExtension[] {
  return installed.filter(({ id }) => ids.includes(id))
}

export function storeEnabled(db: Queries, ids: readonly string[]): Promise<void> {
  return storeSettings(db, { extensions_enabled: JSON.stringify(ids) })
}
