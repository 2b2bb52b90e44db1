import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { combineFileFolders } from './file-folders.ts'

test('folders have their owners', () => {
  const folders = combineFileFolders([
    { owner: 'shelf', section: ['books', 'private/books'] },
    { owner: 'lamp', section: undefined },
  ])
  expect([...folders]).toEqual([
    ['books', 'shelf'],
    ['private/books', 'shelf'],
  ])
})

test('folders of others and what is no path are faults', () => {
  for (const [folder, fault] of [
    ['avatars', 'belongs to others'],
    ['books', 'belongs to others'],
    ['../books', 'is no path'],
    ['', 'is no path'],
  ] as const)
    expectFault('lamp', 'fileFolders', `'${folder}' ${fault}`, () =>
      combineFileFolders([
        { owner: 'shelf', section: ['books'] },
        { owner: 'lamp', section: [folder] },
      ]),
    )
})
