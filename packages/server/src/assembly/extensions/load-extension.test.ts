import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { InstalledExtension } from '../../points/extension.ts'
import { type LoadOptions, loadExtensions } from './load-extension.ts'

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

async function load(folder: string, options?: LoadOptions): Promise<InstalledExtension> {
  const [extension] = await loadExtensions([folder], options)
  if (!extension) throw new Error('nothing was loaded')
  return extension
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
  expect(await load(folder)).toEqual({
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
  ['waits without end', 'await new Promise(() => {})', 'did not end within 2 seconds'],
  ['computes without end', 'for (;;);', 'did not end within 2 seconds'],
  ['ends the process', 'process.exit(0)', 'ends the process'],
  ['exports nothing', 'export const x = 1', 'exports no declaration'],
])('a third-party extension that %s is returned with its fault, others load', async (_case, code, reason) => {
  const folders = [await folderOf(foreign, code), await folderOf(foreign, 'export default { requires: [] }')]
  const [bad, good] = await loadExtensions(folders, { timeoutMs: 2000 })
  expect(bad).toMatchObject({ fault: expect.stringContaining(reason), declaration: {} })
  expect(good).not.toHaveProperty('fault')
})

test('a manifest that cannot be read is a fault', async () => {
  expect((await load(await folderOf('{'))).fault).toMatch(/^package\.json: /)
  expect((await load(await folderOf({ name: 'probe' }))).fault).toContain('parley')
})

test('a first-party extension that throws stops the start', async () => {
  const folder = await folderOf({ ...foreign, name: '@parley/probe' }, 'throw new Error("no luck")')
  await expect(load(folder)).rejects.toThrow('no luck')
})

test('one that imports the contract of an extension that is not installed is told so, once it requires that', async () => {
  const code = "import '../base/contract/server.js'\nexport default {}"
  const faultOf = async (parley: object) =>
    (await load(await folderOf({ ...foreign, parley: { title: 'Probe', ...parley } }, code))).fault
  expect(await faultOf({ requires: ['base'] })).toBe('probe requires extensions that are not installed: base')
  expect(await faultOf({})).toContain('Cannot find module')
})

test('safe mode runs no third-party code', async () => {
  const folder = await folderOf(foreign, 'globalThis.probed = true; export default {}')
  const { fault, title } = await load(folder, { withoutThirdParty: true })
  expect({ title, fault }).toEqual({ title: 'Probe', fault: 'is not loaded in safe mode' })
  expect(globalThis).not.toHaveProperty('probed')
})
