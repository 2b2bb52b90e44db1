import { posix } from 'node:path'
import type { Repository } from '../repository.ts'
import type { Import, SourceFile } from '../source-file.ts'

/** An import whose target is a file of this repository. */
export interface Edge extends Import {
  from: string
  to: string
}

/** Every import between our own files, through relative paths and through package names. */
export function findEdges(repository: Repository): Edge[] {
  const known = new Set(repository.files)
  return repository.sources.flatMap((file) =>
    file.imports.flatMap((entry) => {
      const to = resolveImport(repository, file, entry.specifier)
      return to && known.has(to) ? [{ ...entry, from: file.path, to }] : []
    }),
  )
}

/** The repository file a specifier means, or undefined for packages from the registry and builtins. */
export function resolveImport(
  repository: Repository,
  file: SourceFile,
  specifier: string,
): string | undefined {
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
