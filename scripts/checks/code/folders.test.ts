import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import { folders } from './folders.ts'

/** `count` files with an ending in a folder. */
function filesIn(folder: string, count: number, ending: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, nth) => [`${folder}/f${nth}${ending}`, '']))
}

test('a folder of 26 entries is reported, one of 25 is not; tests, styles and folders count', async () => {
  const repository = makeRepository({
    ...filesIn('packages/server/src/fits', 25, '.ts'),
    ...filesIn('packages/server/src/full', 12, '.ts'),
    ...filesIn('packages/server/src/full', 12, '.test.ts'),
    'packages/server/src/full/page.css': '',
    'packages/server/src/full/inner/a.ts': '',
  })
  expect(await folders.find(repository)).toEqual([
    { file: 'packages/server/src/full', message: expect.stringContaining('26 entries') },
  ])
})

test('subfolders count as entries, except in the folder of the extensions', async () => {
  const many = (folder: string) =>
    Object.fromEntries(Array.from({ length: 26 }, (_, nth) => [`${folder}/f${nth}/a.ts`, '']))
  const repository = makeRepository({ ...many('packages/client/src/features'), ...many('extensions') })
  expect((await folders.find(repository)).map(({ file }) => file)).toEqual(['packages/client/src/features'])
})

test('folders without code may have more', async () => {
  const repository = makeRepository({
    ...filesIn('packages/client/src/ui/icons', 40, '.svg'),
    ...filesIn('docs/decisions', 40, '.md'),
  })
  expect(await folders.find(repository)).toEqual([])
})
