import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileName = 'README.md'

/** Whether an extension has a read-me. */
export async function hasReadMe(folder: string | undefined): Promise<boolean> {
  if (folder === undefined) return false
  return access(join(folder, fileName)).then(
    () => true,
    () => false,
  )
}

/** Reads the read-me of an extension, as Markdown; undefined without one. */
export async function readMeIn(folder: string | undefined): Promise<string | undefined> {
  if (folder === undefined) return undefined
  try {
    return await readFile(join(folder, fileName), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
