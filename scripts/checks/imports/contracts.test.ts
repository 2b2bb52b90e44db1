import { expect, test } from 'vitest'
import { makeRepository, manifest } from '../fixture.ts'
import { layerDirections } from './layers.ts'

const flags = {
  'packages/server/package.json': manifest('@parley/server', { exports: { '.': './src/index.ts' } }),
  'packages/server/src/index.ts': '',
  'packages/client/package.json': manifest('@parley/client', { exports: { '.': './src/index.ts' } }),
  'packages/client/src/index.ts': '',
  'extensions/flags/package.json': manifest('@parley/flags'),
  'extensions/flags/contract/server.ts': "import '@parley/server'\nimport './shared.ts'",
  'extensions/flags/contract/client.tsx':
    "import '@parley/client'\nimport './FlagLabel.tsx'\nimport './shared.ts'",
  'extensions/flags/contract/FlagLabel.tsx': '',
  'extensions/flags/contract/shared.ts': '',
  'extensions/flags/server.ts': "import './contract/server.ts'\nimport './table.ts'",
  'extensions/flags/table.ts': "import './contract/server.ts'",
}

/** Faults of an extension beside `flags`, as 'file message'. */
async function faultsOf(files: Record<string, string>, parley: object = {}): Promise<string[]> {
  const own = Object.entries(files).map(([path, content]) => [`extensions/approval/${path}`, content])
  const approval = { 'extensions/approval/package.json': manifest('@parley/approval', { parley }) }
  const repository = makeRepository({ ...flags, ...approval, ...Object.fromEntries(own) })
  const faults = await layerDirections.find(repository)
  return faults.map(({ file, message }) => `${file.replace('extensions/approval/', '')} ${message}`)
}

const requires = { requires: ['flags'] }
const optional = { optional: ['flags'] }

test('who requires an extension imports its contract, each side its own', async () => {
  const files = {
    'server.ts': "import '../flags/contract/server.ts'\nimport './shared.ts'",
    'client.tsx': "import '../flags/contract/client.tsx'\nimport './shared.ts'",
    'shared.ts': "import type { Flag } from '../flags/contract/shared.ts'",
  }
  expect(await faultsOf(files, requires)).toEqual([])
})

test('nothing but the contract of another extension is imported, not even types', async () => {
  const refused =
    'an extension imports another, flags: only its contract/server.ts, client.tsx and shared.ts are for others'
  for (const file of ['server.ts', 'table.ts', 'contract/FlagLabel.tsx']) {
    const files = { 'server.ts': `import type { Flag } from '../flags/${file}'` }
    expect(await faultsOf(files, requires)).toEqual([`server.ts ${refused}`])
  }
})

test('a side does not import the contract of the other side', async () => {
  const files = {
    'server.ts': "import '../flags/contract/client.tsx'",
    'client.tsx': "import '../flags/contract/server.ts'",
  }
  expect(await faultsOf(files, requires)).toEqual([
    'client.tsx the client side may not import server',
    'server.ts the server side may not import client',
  ])
})

const part = {
  'server.ts': "export default { when: { flags: () => import('./when/flags/server.ts') } }",
  'when/flags/server.ts':
    "import '../../../flags/contract/server.ts'\nimport './shared.ts'\nimport './hide.ts'",
  'when/flags/hide.ts': "import '../../shared.ts'",
  'when/flags/shared.ts': "import '../../../flags/contract/shared.ts'",
  'client.tsx': "export default { when: { 'flags': () => import('./when/flags/client.tsx') } }",
  'when/flags/client.tsx': "import '../../../flags/contract/client.tsx'\nimport './shared.ts'",
  'shared.ts': '',
  'server.test.ts': "import '../flags/contract/server.ts'\nimport './when/flags/hide.ts'",
}

test('a part for an extension imports its contract, and is imported by nothing but `when`', async () => {
  expect(await faultsOf(part, optional)).toEqual([])
  const other = { ...part, 'other.ts': "import './when/flags/hide.ts'\nimport('./when/flags/server.ts')" }
  const refused = "other.ts imports the part for flags: only a member 'flags' of 'when' loads it"
  expect(await faultsOf(other, optional)).toEqual([refused, refused])
})

test.each([
  ['statically', "import './when/flags/server.ts'"],
  ['for another extension', "export default { when: { tags: () => import('./when/flags/server.ts') } }"],
])('loading a part %s is reported', async (_how, content) => {
  expect(await faultsOf({ ...part, 'server.ts': content }, optional)).toContain(
    "server.ts imports the part for flags: only a member 'flags' of 'when' loads it",
  )
})

test('the contract of an extension that may be disabled is imported in the part for it only', async () => {
  const refused =
    'imports the contract of flags where it may be disabled: require it, or do so in when/flags/'
  const files = { ...part, 'shared.ts': "import type { Flag } from '../flags/contract/shared.ts'" }
  expect(await faultsOf(files, optional)).toEqual([`shared.ts ${refused}`])
  const inOtherPart = { 'when/tags/server.ts': "import '../../../flags/contract/server.ts'" }
  expect(await faultsOf(inOtherPart, { optional: ['flags', 'tags'] })).toEqual([
    `when/tags/server.ts ${refused}`,
  ])
})

test('package.json lists the extensions for which there are parts', async () => {
  expect(await faultsOf({ 'when/flags/server.ts': '' })).toEqual([
    'package.json does not list flags, for which there is a part in when/, as optional',
  ])
  expect(await faultsOf({ 'when/flags/server.ts': '' }, requires)).toEqual([])
})

test('a contract imports nothing private, and of others only contracts that its extension requires', async () => {
  const own = { 'contract/server.ts': "import type { Row } from '../table.ts'", 'table.ts': '' }
  expect(await faultsOf(own)).toEqual([
    'contract/server.ts a contract imports what is private: it may import files of contracts and packages',
  ])
  const foreign = { 'contract/server.ts': "import '../../flags/contract/server.ts'" }
  expect(await faultsOf(foreign, requires)).toEqual([])
  expect(await faultsOf(foreign, optional)).toEqual([
    'contract/server.ts a contract imports that of flags, which its extension does not require',
  ])
})

test('a contract of one side does not import the package of the other side', async () => {
  const files = {
    'contract/server.ts': "import '@parley/client'",
    'contract/client.ts': "import '@parley/server'",
    'contract/shared.ts': "import '@parley/server'",
  }
  expect(await faultsOf(files)).toEqual([
    'contract/client.ts the client side may not import server',
    'contract/server.ts the server side may not import client',
    'contract/shared.ts the client side may not import server',
  ])
})
