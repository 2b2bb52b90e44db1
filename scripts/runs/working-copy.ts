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
 * Copies the repository as it stands, uncommitted changes included, into a temporary folder where its commands work:
 * with the same packages of the registry, and its own packages from the copy.
 *
 * @param isLeftOut told the path of each file from the root
 * @returns the folder
 */
export function copyWorkingTree(root: string, isLeftOut: (file: string) => boolean = () => false): string {
  const copy = mkdtempSync(join(tmpdir(), 'parley-copy-'))
  for (const file of openRepository(root).files) {
    if (file === '.git' || isLeftOut(file)) continue
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
    // The links to our own packages are relative: in the copy they lead to the copy's.
    if (name === '@parley')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, name), join(to, name))
  }
}
