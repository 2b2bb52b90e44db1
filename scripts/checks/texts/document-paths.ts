import { posix } from 'node:path'
import type { Check, Fault, Repository } from '../repository.ts'

/** Folders at the root whose paths documents name in full. */
const full = /^(packages|extensions|examples|scripts|bench|e2e|site|docs|bin)\//
/** Documents whose other paths are below `packages/`. */
const belowPackages = new Set(['docs/tour.md'])
const path = /`([\w.-]+(?:\/[\w.-]+)+\/?)`/g

/** Files and folders that documents name exist: paths in backticks that begin at the root, and all paths of docs/tour.md. */
export const documentPaths: Check = {
  name: 'document path',
  find(repository) {
    const existing = new Set(repository.files.flatMap((file) => [file, ...foldersOf(file)]))
    return repository.files
      .filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
      .flatMap((file) => faultsIn(file, repository, existing))
  },
}

function faultsIn(file: string, repository: Repository, existing: ReadonlySet<string>): Fault[] {
  const lines = repository.read(file).split('\n')
  return lines.flatMap((text, index) =>
    [...text.matchAll(path)].flatMap(([, named = '']) => {
      const isFull = full.test(named)
      if (!isFull && !belowPackages.has(file)) return []
      const target = (isFull ? named : `packages/${named}`).replace(/\/$/, '')
      return existing.has(target)
        ? []
        : [{ file, line: index + 1, message: `names ${named}, which does not exist` }]
    }),
  )
}

function foldersOf(file: string): string[] {
  const folder = posix.dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}
