import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeRepository, manifest } from '../fixture.ts'
import { unused } from './unused.ts'

const configuration = readFileSync(new URL('../../../knip.ts', import.meta.url), 'utf8')

async function messages(files: Record<string, string>): Promise<string[]> {
  const repository = makeRepository({
    'knip.ts': configuration,
    // What the configuration imports.
    'site/plugins/folders.ts': 'export const absentParts = (): string[] => []',
    'package.json': manifest('parley', {
      workspaces: ['packages/*', 'extensions/*', 'site'],
      devDependencies: { vitest: '1', tool: '1' },
    }),
    'scripts/a.ts': "import 'vitest'\nimport 'tool'",
    ...files,
  })
  const faults = await unused.find(repository)
  return faults.map(({ file, line, message }) => `${file}:${line} ${message}`)
}

/** A package whose entry point is src/index. */
const entry = (name: string, more: object = {}, file = './src/index.ts') =>
  manifest(name, { type: 'module', exports: { '.': file }, ...more })

test('undeclared imports and unused packages are reported', async () => {
  const found = await messages({
    'packages/server/package.json': entry('@parley/server', { dependencies: { pg: '8', kysely: '1' } }),
    'packages/server/src/index.ts':
      "import { Kysely } from 'kysely/helpers'\nimport zod from 'zod'\nimport './b.ts'\nimport 'vitest'\nexport { Kysely, zod }",
    'packages/server/src/b.ts': "import 'zod'",
  })
  expect(found).toEqual(
    expect.arrayContaining([
      'packages/server/src/index.ts:2 Unlisted dependencies: zod',
      'packages/server/src/index.ts:4 Unlisted dependencies: vitest',
      expect.stringMatching(/^packages\/server\/package.json:\d+ Unused dependencies: pg$/),
    ]),
  )
  expect(found.filter((fault) => fault.includes('kysely'))).toEqual([])
})

test('type imports, import(), import.meta.resolve() and JSX count as imports', async () => {
  const found = await messages({
    'packages/client/package.json': entry('@parley/client', {}, './src/index.tsx'),
    'packages/client/src/index.tsx':
      "import type { Pool } from 'pg'\nexport const load = () => import('zod')\nexport const A = () => <a />\nimport.meta.resolve('ajv')\nexport type B = Pool | import('yaml').C",
  })
  expect(found.map((fault) => fault.replace(/.*: /, '')).sort()).toEqual([
    'ajv',
    'pg',
    'react',
    'yaml',
    'zod',
  ])
})

test('tests may import the root’s development dependencies, other files may not', async () => {
  const found = await messages({
    'packages/server/package.json': entry('@parley/server'),
    'packages/server/src/a.test.ts': "import 'tool'",
    'packages/server/src/index.ts': "import 'tool'",
  })
  expect(found).toEqual(['packages/server/src/index.ts:1 Unlisted dependencies: tool'])
})

test('a package that only tests or nothing imports is no dependency, not even of an extension', async () => {
  const found = await messages({
    'extensions/lock/package.json': entry(
      '@parley/lock',
      { peerDependencies: { react: '*', pg: '*' }, devDependencies: { '@types/pg': '8' } },
      './client.tsx',
    ),
    'extensions/lock/client.tsx': 'export const A = () => <a />',
  })
  expect(found.map((fault) => fault.replace(/.*: /, '')).sort()).toEqual(['@types/pg', 'pg'])
})

test('files and exports that nothing imports are reported', async () => {
  const found = await messages({
    'packages/server/package.json': entry('@parley/server'),
    'packages/server/src/index.ts': "export { used } from './a.ts'",
    'packages/server/src/a.ts': 'export const used = 1\nexport const left = 2',
    'packages/server/src/b.ts': 'export const b = 1',
    'packages/server/src/c.test.ts': "import { used } from './a.ts'\nused",
  })
  expect(found.sort()).toEqual([
    'packages/server/src/a.ts:2 Unused exports: left',
    'packages/server/src/b.ts:1 Unused files: packages/server/src/b.ts',
  ])
})
