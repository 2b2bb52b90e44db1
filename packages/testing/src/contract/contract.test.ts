import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeExtension } from './contract.ts'
import { extensionFolders, readExtension } from './extension-folder.ts'

const folders = extensionFolders(fileURLToPath(new URL('../../../../extensions', import.meta.url)))

test('every folder holds one extension, named after it', async () => {
  for (const folder of folders) {
    const { id, title, version } = await readExtension(folder)
    expect(id).toMatch(/^[a-z][a-z0-9-]*$/)
    expect({ title, version }).toEqual({ title: expect.any(String), version: expect.any(String) })
  }
})

for (const folder of folders) describeExtension(folder)
