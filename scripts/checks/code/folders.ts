import { posix } from 'node:path'
import type { Check, Repository } from '../repository.ts'

const maxEntries = 25

/** `extensions` has one folder per extension and grows with the product. */
const unlimited = new Set(['extensions'])

/**
 * A folder has at most 25 entries: files (including tests) and folders. Folders without code (pictures, fixtures,
 * documents) are exempt.
 */
export const folders: Check = {
  name: 'folder',
  find(repository) {
    const withCode = new Set(repository.sources.flatMap(({ path }) => foldersOf(path)))
    return [...entriesByFolder(repository)]
      .filter(
        ([folder, entries]) => entries.size > maxEntries && withCode.has(folder) && !unlimited.has(folder),
      )
      .map(([folder, entries]) => ({
        file: folder,
        message: `${entries.size} entries; a folder has at most ${maxEntries}: split it by subject`,
      }))
  },
}

function entriesByFolder({ files }: Repository): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of files) {
    for (const entry of [file, ...foldersOf(file)]) {
      const folder = posix.dirname(entry)
      if (folder !== '.') found.set(folder, (found.get(folder) ?? new Set()).add(entry))
    }
  }
  return found
}

/** The folders around a file, the innermost first, without the root. */
function foldersOf(file: string): string[] {
  const folder = posix.dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}
