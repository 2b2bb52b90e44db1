import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeRepository, manifest } from '../fixture.ts'
import { types } from './types.ts'

const root = new URL('../../../', import.meta.url)
const base = { 'package.json': manifest('parley', { type: 'module' }) }
const configs = Object.fromEntries(
  ['tsconfig.base.json', 'tsconfig.core.json', 'tsconfig.shared.json'].map((name) => [
    name,
    readFileSync(new URL(name, root), 'utf8').replace(/"types": \["node", "vite\/client"\]/, '"types": []'),
  ]),
)

test('a type error is reported with file, line and the compiler’s message', async () => {
  const repository = makeRepository({
    ...base,
    ...configs,
    'packages/shared/src/a.ts': 'export const a = 1\nexport const b: string = a\n',
  })
  expect(await types.find(repository)).toEqual([
    {
      file: 'packages/shared/src/a.ts',
      line: 2,
      message: expect.stringContaining("'number' is not assignable"),
    },
  ])
})

test('shared code does not see the browser’s types', async () => {
  const repository = makeRepository({
    ...base,
    ...configs,
    'packages/shared/src/a.ts': 'export const a = document.title\n',
  })
  expect(await types.find(repository)).toEqual([expect.objectContaining({ line: 1 })])
})

test('an extension without a compiler project is reported', async () => {
  const repository = makeRepository({
    ...base,
    ...configs,
    'packages/shared/src/a.ts': 'export const a = 1\n',
    'extensions/lock/package.json': manifest('@parley/lock'),
  })
  expect(await types.find(repository)).toEqual([
    { file: 'extensions/lock/tsconfig.json', message: expect.stringContaining('is missing') },
  ])
})
