import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** Ids of the installed extensions: the names of their folders, sorted. */
export function installedExtensions(): string[] {
  const folder = join(root, 'extensions')
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries.map((entry) => entry.name).sort()
}

/** The folders of parts of extensions for others that are not installed, below the root: their sources cannot be compiled. */
export function absentParts(): string[] {
  const installed = installedExtensions()
  return installed.flatMap((id) => {
    const folder = `extensions/${id}/when`
    if (!existsSync(join(root, folder))) return []
    return readdirSync(join(root, folder))
      .filter((other) => !installed.includes(other))
      .map((other) => `${folder}/${other}`)
  })
}

/** Returns the sorted files of a folder whose names have an ending; none if the folder does not exist. */
export function filesIn(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith(ending))
  return names.sort().map((name) => join(folder, name))
}
