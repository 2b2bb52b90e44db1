import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openRepository } from '../checks/repository.ts'

/**
 * Copies the repository, including uncommitted changes, into a folder in which its commands work. The copy
 * shares the packages from the registry and has its own workspaces.
 *
 * @param isExcluded receives the path of each file from the root
 * @param copy the folder; by default a new temporary one
 * @returns the folder
 */
export function copyWorkingTree(
  root: string,
  isExcluded: (file: string) => boolean = () => false,
  copy = mkdtempSync(join(tmpdir(), 'parley-copy-')),
): string {
  for (const file of openRepository(root).files) {
    if (file === '.git' || isExcluded(file)) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file), { preserveTimestamps: true })
  }
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'))
  const lock = createHash('sha256').update(readFileSync(join(copy, 'package-lock.json')))
  writeFileSync(join(copy, 'node_modules/.cache/parley-installed'), lock.digest('hex'))
  return copy
}

function linkModules(from: string, to: string): void {
  mkdirSync(join(to, '.cache'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name === '.cache') continue
    // The symbolic links to workspaces are relative, so that in the copy they point into the copy.
    if (name === '@parley')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, name), join(to, name))
  }
}
