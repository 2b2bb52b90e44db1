import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { installedParts } from './parts.ts'

/** Builds an extension that has a part for `flags`, and returns the code of its chunks: first that of the entry. */
async function buildWith(installed: readonly string[], more: Record<string, string> = {}): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'parley-parts-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const files = {
    'extensions/approval/client.ts':
      "export default { when: { flags: () => import('./when/flags/client.ts') } }",
    'extensions/approval/when/flags/client.ts':
      "import { label } from '../../../flags/contract/client.ts'\nexport default { approves: label }",
    ...more,
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [installedParts(installed)],
    build: {
      write: false,
      lib: { entry: 'extensions/approval/client.ts', formats: ['es'], fileName: 'entry' },
    },
  })
  const [bundle] = Array.isArray(result) ? result : [result]
  if (!bundle || !('output' in bundle)) throw new Error('The build has no output.')
  return bundle.output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []))
}

test('a part for an installed extension is a chunk of its own', async () => {
  const contract = { 'extensions/flags/contract/client.ts': "export const label = 'flagged'" }
  const [entry, ...parts] = await buildWith(['approval', 'flags'], contract)
  expect(entry).not.toContain('flagged')
  expect(parts.join()).toContain('flagged')
})

test('a part for an extension that is not installed is left out', async () => {
  expect((await buildWith(['approval'])).join()).not.toContain('approves')
  await expect(buildWith(['approval', 'flags'])).rejects.toThrow('flags/contract/client.ts')
})
