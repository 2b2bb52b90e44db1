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

/** Returns the sorted files of a folder whose names have an ending; none if the folder does not exist. */
export function filesIn(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith(ending))
  return names.sort().map((name) => join(folder, name))
}
