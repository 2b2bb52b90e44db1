import { expect, test } from 'vitest'
import { makeRepository, manifest } from '../fixture.ts'
import { dependencies } from './dependencies.ts'

async function messages(files: Record<string, string>): Promise<string[]> {
  const root = manifest('parley', { devDependencies: { vitest: '1' }, scripts: { test: 'vitest run' } })
  const faults = await dependencies.find(makeRepository({ 'package.json': root, ...files }))
  return faults.map(({ file, line, message }) => `${file}:${line ?? ''} ${message}`)
}

test('an undeclared import and an unused dependency are reported', async () => {
  const found = await messages({
    'packages/server/package.json': manifest('@parley/server', { dependencies: { pg: '8', kysely: '1' } }),
    'packages/server/src/a.ts':
      "import { Kysely } from 'kysely/helpers'\nimport zod from 'zod'\nexport { Kysely, zod }",
    'packages/server/src/b.ts': "import 'zod'",
  })
  expect(found).toEqual([
    'packages/server/src/a.ts:2 imports zod, which packages/server/package.json does not list (and 1 more)',
    'packages/server/package.json: lists pg, which nothing imports',
  ])
})

test('type imports, import(), import.meta.resolve() and JSX count as imports', async () => {
  const found = await messages({
    'packages/client/package.json': manifest('@parley/client'),
    'packages/client/src/a.tsx':
      "import type { Pool } from 'pg'\nexport const load = () => import('zod')\nexport const A = () => <a />\nimport.meta.resolve('ajv')",
  })
  expect(found).toEqual([
    expect.stringContaining(':1 imports pg'),
    expect.stringContaining(':2 imports zod'),
    expect.stringContaining(':4 imports ajv'),
    expect.stringContaining(':3 imports react'),
  ])
})

test('tests may import the root’s development dependencies, other files may not', async () => {
  const found = await messages({
    'packages/server/package.json': manifest('@parley/server'),
    'packages/server/src/a.test.ts': "import 'vitest'",
    'packages/server/src/a.ts': "import 'vitest'",
  })
  expect(found).toEqual([expect.stringContaining('packages/server/src/a.ts:1 imports vitest')])
})

test('builtins need the prefix node:, and @types packages belong to an imported package', async () => {
  const found = await messages({
    'packages/server/package.json': manifest('@parley/server', {
      dependencies: { pg: '8' },
      devDependencies: { '@types/pg': '8', '@types/react': '19' },
    }),
    'packages/server/src/a.ts': "import 'fs'\nimport 'node:path'\nimport 'pg'",
  })
  expect(found).toEqual([
    'packages/server/src/a.ts:1 write node:fs',
    'packages/server/package.json: lists @types/react, which nothing imports',
  ])
})
