import { posix } from 'node:path'
import type { Repository } from '../repository.ts'
import type { Import, SourceFile } from '../source-file.ts'

/** An import of a file of this repository. */
export interface Edge extends Import {
  from: string
  to: string
}

/** All imports between files of this repository, by relative path and by package name. */
export function findEdges(repository: Repository): Edge[] {
  const existing = new Set(repository.files)
  return repository.sources.flatMap((file) =>
    file.imports.flatMap((entry) => {
      const to = resolveImport(repository, file, entry.specifier)
      return to && existing.has(to) ? [{ ...entry, from: file.path, to }] : []
    }),
  )
}

/** The file of this repository that a specifier refers to; undefined for packages from the registry and builtins. */
function resolveImport(repository: Repository, file: SourceFile, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file.path), specifier))
  const name = packageName(specifier)
  const workspace = repository.workspaces.find((candidate) => candidate.name === name && candidate.folder)
  if (!workspace) return undefined
  const target = workspace.manifest.exports?.[`.${specifier.slice(name.length)}`]
  return target ? posix.normalize(posix.join(workspace.folder, target)) : `${workspace.folder}/package.json`
}

/** `@scope/name` of `@scope/name/inner/path`; `name` of `name/inner`. */
export function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
