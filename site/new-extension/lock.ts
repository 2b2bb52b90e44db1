import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { manifestOf } from './files.ts'

type Manifest = ReturnType<typeof manifestOf>

/** What npm writes about a package of the repository, with the members that a new extension has. */
interface LockFile {
  packages: Record<string, object>
}

/**
 * Makes the folder of an extension a package of the repository, as `npm install` would, without the network: an entry in
 * package-lock.json and a link in node_modules.
 */
export function linkPackage(root: string, folder: string, manifest: Manifest): void {
  const file = join(root, 'package-lock.json')
  if (!existsSync(file)) return
  const { name, version, license, devDependencies, peerDependencies } = manifest
  const lock: LockFile = JSON.parse(readFileSync(file, 'utf8'))
  const [own, ...others] = Object.entries({
    ...lock.packages,
    [folder]: { name, version, license, devDependencies, peerDependencies },
    [`node_modules/${name}`]: { resolved: folder, link: true },
  })
  others.sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(own ? [own, ...others] : others)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  const link = join(root, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  if (!existsSync(link)) symlinkSync(join('..', folder), link, 'junction')
}
