import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const folderVariable = 'PARLEY_RUN_FOLDER'
const pollMs = 50

/**
 * Global set-up of Playwright: makes the folder in which the workers of a run keep what they make once. The function that
 * it returns removes the folder at the end.
 */
export default async function makeRunFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-run-'))
  process.env[folderVariable] = folder
  return () => rm(folder, { recursive: true, force: true })
}

/**
 * Returns the path of a folder that one worker fills and all workers of the run read. If filling it fails, the next
 * worker that asks tries again.
 * @throws what `fill` throws
 */
export async function madeOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const runFolder = process.env[folderVariable]
  if (runFolder === undefined) throw new Error(`The run has no ${folderVariable}`)
  const folder = join(runFolder, name)
  const mark = `${folder}.done`
  while (!existsSync(mark)) {
    if (!(await isMadeNow(folder))) {
      await sleep(pollMs)
      continue
    }
    try {
      await fill(folder)
      await writeFile(mark, '')
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }
  return folder
}

/** Makes a folder. False if it exists already: another worker fills it. */
async function isMadeNow(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
