import { expect, test } from 'vitest'
import { makeRepository, manifest } from './fixture.ts'
import { lockFile } from './lock-file.ts'

async function messages(packages: Record<string, object>): Promise<string[]> {
  const repository = makeRepository({
    'package.json': manifest('parley', { devDependencies: { tool: '1' } }),
    'package-lock.json': JSON.stringify({ packages }),
  })
  return (await lockFile.find(repository)).map(({ message }) => message)
}

const root = { devDependencies: { tool: '1' } }

test('a complete lock file is fine, nested packages included', async () => {
  const packages = {
    '': root,
    'node_modules/tool': { dependencies: { inner: '1' }, optionalDependencies: { 'tool-mac': '1.0.0' } },
    'node_modules/tool/node_modules/inner': { version: '1.0.0', dependencies: { 'tool-mac': '^1.0.0' } },
    'node_modules/tool-mac': { version: '1.0.0', optional: true },
  }
  expect(await messages(packages)).toEqual([])
})

test('missing packages, for this or another platform, are reported', async () => {
  const packages = {
    '': root,
    'node_modules/tool': { dependencies: { inner: '1' }, optionalDependencies: { 'tool-mac': '1.0.0' } },
  }
  expect(await messages(packages)).toEqual([
    'lacks inner for node_modules/tool: npm install',
    'lacks tool-mac for node_modules/tool: node scripts/complete-lock.ts',
  ])
})

test('another version than the only one that is allowed is reported', async () => {
  const packages = {
    '': root,
    'node_modules/tool': { optionalDependencies: { 'tool-mac': '1.0.0' } },
    'node_modules/tool-mac': { version: '1.2.0' },
  }
  expect(await messages(packages)).toEqual([
    'lacks tool-mac for node_modules/tool: node scripts/complete-lock.ts',
  ])
})

test('a package.json that differs from the lock file is reported', async () => {
  expect(await messages({ '': { devDependencies: { tool: '2' } }, 'node_modules/tool': {} })).toEqual([
    'does not agree with ./package.json: npm install',
  ])
})
