import { expect, test } from 'vitest'
import { makeRepository, manifest } from '../checks/fixture.ts'
import { nearestTests } from './related-tests.ts'

test('changed tests come first, then tests beside a change, then by the number of imports between', () => {
  const repository = makeRepository({
    'packages/shared/package.json': manifest('@parley/shared', { exports: { '.': './src/a.ts' } }),
    'packages/shared/src/a.ts': "export * from './deep/b.ts'",
    'packages/shared/src/a.test.ts': "import './a.ts'",
    'packages/shared/src/deep/b.ts': 'export const b = 1',
    'packages/shared/src/deep/b.test.ts': "import './b.ts'",
    'packages/shared/src/deep/c.test.ts': '',
    'packages/shared/src/deep/d.long.test.ts': "import './b.ts'",
    'packages/server/src/d.test.ts': "import '@parley/shared'",
    'packages/server/src/e.test.ts': "import type { b } from '@parley/shared'",
    'packages/server/src/changed.test.ts': '',
  })
  const changed = ['packages/shared/src/deep/b.ts', 'packages/server/src/changed.test.ts', 'gone.ts']
  const { tests } = nearestTests(repository, changed, 10)
  expect(tests.filter((test) => test.includes('.long.'))).toEqual([])
  expect(tests[0]).toBe('packages/server/src/changed.test.ts')
  expect(tests).toContain('packages/shared/src/deep/c.test.ts')
  expect(tests.indexOf('packages/shared/src/deep/b.test.ts')).toBeLessThan(
    tests.indexOf('packages/shared/src/a.test.ts'),
  )
  expect(tests).toContain('packages/server/src/d.test.ts')
  expect(nearestTests(repository, changed, 1)).toEqual({
    tests: ['packages/server/src/changed.test.ts'],
    others: tests.length - 1,
  })
})
