import type { InstalledExtension } from '../../points/extension.ts'

/** Returns the extensions that safe mode loads: those of Parley itself, unless they require others. */
export function inSafeMode(extensions: readonly InstalledExtension[]): readonly InstalledExtension[] {
  const kept = extensions.filter(({ isThirdParty }) => !isThirdParty)
  const ids = new Set(kept.map(({ id }) => id))
  const works = kept.filter(({ requires = [] }) => requires.every((id) => ids.has(id)))
  return works.length === extensions.length ? works : works.length === kept.length ? kept : inSafeMode(works)
}
