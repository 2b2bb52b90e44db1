import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './folders.ts'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'parley-folders-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

describe('makeFolder', () => {
  test('makes a folder and its missing parents with the given mode, also in concurrent calls', async () => {
    const path = await folder()
    const deep = join(path, 'a', 'b', 'c')
    await Promise.all([1, 2, 3].map(() => makeFolder(deep, { mode: 0o700 })))
    for (const made of [deep, join(path, 'a')]) expect((await stat(made)).mode & 0o777).toBe(0o700)
    await makeFolder(deep)
    await makeFolder('/')
  })

  test('rejects where no folder can be made', async () => {
    const file = join(await folder(), 'file')
    await writeFile(file, '')
    await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST', path: file })
    await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  test.runIf(process.platform === 'linux')(
    'rejects below /proc, where the recursive mkdir of Node does not return',
    async () => {
      await expect(makeFolder('/proc/nowhere/below')).rejects.toMatchObject({
        code: 'ENOENT',
        path: '/proc/nowhere',
      })
    },
  )
})
