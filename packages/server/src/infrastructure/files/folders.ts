import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and its missing parents with `mode`, so that they survive a power loss. Rejects with the error of the file
 * system. Node's own recursive `mkdir` never returns for places that report ENOENT and in which no folder can be made, such
 * as below `/proc`.
 */
export async function makeFolder(path: string, { mode = 0o777 }: { mode?: number } = {}): Promise<void> {
  const folder = resolve(path)
  try {
    await makeOne(folder, mode)
  } catch (error) {
    const parent = dirname(folder)
    if (codeOf(error) !== 'ENOENT' || parent === folder) throw error
    await makeFolder(parent, { mode })
    await makeOne(folder, mode)
  }
}

async function makeOne(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    if (!(await isFolder(folder))) throw error
    return
  }
  await makeDurable(dirname(folder)).catch((error: unknown) => {
    // The parent may be writable but not readable.
    if (codeOf(error) !== 'EACCES') throw error
  })
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** Writes a folder to disk, so that new names in it survive a power loss; or what a file has. */
export async function makeDurable(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
