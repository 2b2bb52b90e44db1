import { expect, test } from 'vitest'
import { makeRepository, manifest } from '../fixture.ts'
import { importCircles } from './import-circles.ts'

test('two files that import each other are reported once, with both names', async () => {
  const repository = makeRepository({
    'packages/server/src/a.ts': "import { b } from './b.ts'\nexport const a = () => b",
    'packages/server/src/b.ts': "import { a } from './a.ts'\nexport const b = () => a",
  })
  const faults = await importCircles.find(repository)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatchObject({ line: 1, message: expect.stringContaining('packages/server/src/b.ts') })
})

test('a circle through a package name is found', async () => {
  const repository = makeRepository({
    'packages/shared/package.json': manifest('@parley/shared', { exports: { '.': './src/index.ts' } }),
    'packages/shared/src/index.ts': "export * from './words.ts'",
    'packages/shared/src/words.ts': "import { x } from '@parley/shared'\nexport const y = x",
  })
  expect(await importCircles.find(repository)).toHaveLength(1)
})

test('imports of types make a circle', async () => {
  const repository = makeRepository({
    'packages/server/src/a.ts': "import type { B } from './b.ts'\nexport type A = B",
    'packages/server/src/b.ts': "import type { A } from './a.ts'\nexport type B = A",
  })
  expect(await importCircles.find(repository)).toHaveLength(1)
})

test('import() calls do not make a circle', async () => {
  const repository = makeRepository({
    'packages/server/src/a.ts': "import { b } from './b.ts'\nexport const a = b",
    'packages/server/src/b.ts': "export const b = 1\nimport('./a.ts')",
  })
  expect(await importCircles.find(repository)).toEqual([])
})
