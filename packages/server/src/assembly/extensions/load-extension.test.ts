import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadExtension } from './load-extension.ts'

async function folderOf(manifest: object | string, code?: string): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'parley-load-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'probe')
  await mkdir(folder)
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest)
  await writeFile(join(folder, 'package.json'), text)
  if (code !== undefined) await writeFile(join(folder, 'server.js'), code)
  return folder
}

const foreign = { name: 'probe', version: '1.2.3', type: 'module', parley: { title: 'Probe' } }

test('reads what the manifest says, and makes links of addresses only', async () => {
  const folder = await folderOf({
    ...foreign,
    description: 'Probes.',
    homepage: 'https://example.org',
    bugs: { url: 'https://example.org/bugs' },
    repository: 'git+ssh://example.org/probe',
    funding: 'javascript:alert(1)',
    parley: {
      title: 'Probe',
      category: 'moderation',
      icon: 'fas fa-lock',
      requires: ['base'],
      links: { documentation: 'https://example.org/docs' },
    },
  })
  expect(await loadExtension(folder)).toEqual({
    id: 'probe',
    title: 'Probe',
    version: '1.2.3',
    description: 'Probes.',
    category: 'moderation',
    icon: 'fas fa-lock',
    requires: ['base'],
    optional: [],
    links: {
      website: 'https://example.org',
      support: 'https://example.org/bugs',
      documentation: 'https://example.org/docs',
    },
    isThirdParty: true,
    declaration: {},
    folder,
  })
})

test.each([
  ['throws', 'throw new Error("no luck")', 'no luck'],
  ['hangs', 'await new Promise(() => {})', 'did not end within 0.2 seconds'],
  ['exports nothing', 'export const x = 1', 'exports no declaration'],
])('a third-party extension that %s is returned with its fault', async (_case, code, reason) => {
  const { fault, declaration } = await loadExtension(await folderOf(foreign, code), { timeoutMs: 200 })
  expect(fault).toContain(reason)
  expect(declaration).toEqual({})
})

test('a manifest that cannot be read is a fault', async () => {
  expect((await loadExtension(await folderOf('{'))).fault).toMatch(/^package\.json: /)
  expect((await loadExtension(await folderOf({ name: 'probe' }))).fault).toContain('parley')
})

test('a first-party extension that throws stops the start', async () => {
  const folder = await folderOf({ ...foreign, name: '@parley/probe' }, 'throw new Error("no luck")')
  await expect(loadExtension(folder)).rejects.toThrow('no luck')
})

test('safe mode runs no third-party code', async () => {
  const folder = await folderOf(foreign, 'globalThis.probed = true; export default {}')
  const { fault, title } = await loadExtension(folder, { withoutThirdParty: true })
  expect({ title, fault }).toEqual({ title: 'Probe', fault: 'is not loaded in safe mode' })
  expect(globalThis).not.toHaveProperty('probed')
})
