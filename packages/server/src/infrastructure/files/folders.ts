import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those above it that are missing, so that they survive a power loss; `mode` is that of the folders it
 * makes. Rejects with the error of
 * the file system where that cannot be done. Node's own recursive `mkdir` does not return for places in which nothing can
 * be made and which say that they do not exist, such as folders below `/proc`.
 */
export async function makeFolder(path: string, { mode = 0o777 }: { mode?: number } = {}): Promise<void> {
  const folder = resolve(path)
  try {
    await makeOne(folder, mode)
  } catch (error) {
    const above = dirname(folder)
    if (codeOf(error) !== 'ENOENT' || above === folder) throw error
    await makeFolder(above, { mode })
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
    // One may make folders where one may not read.
    if (codeOf(error) !== 'EACCES') throw error
  })
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** A new name in a folder lasts once the folder is on disk. */
export async function makeDurable(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
