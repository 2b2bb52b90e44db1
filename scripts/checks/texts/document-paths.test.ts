import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import { documentPaths } from './document-paths.ts'

test('a named file that does not exist is reported with its line', async () => {
  const repository = makeRepository({
    'packages/server/src/a.ts': '',
    'docs/guide.md': 'See `packages/server/src/a.ts` and `packages/server/src/`.\n\nAnd `scripts/gone.ts`.\n',
  })
  expect(await documentPaths.find(repository)).toEqual([
    { file: 'docs/guide.md', line: 3, message: 'names scripts/gone.ts, which does not exist' },
  ])
})

test('all paths of the tour are below packages, those of other documents may be relative to their subject', async () => {
  const repository = makeRepository({
    'packages/server/src/a.ts': '',
    'docs/tour.md': '`server/src/a.ts`, `server/src/b.ts`\n',
    'docs/other.md': '`server/src/b.ts`\n',
  })
  expect((await documentPaths.find(repository)).map(({ message }) => message)).toEqual([
    'names server/src/b.ts, which does not exist',
  ])
})
