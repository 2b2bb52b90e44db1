import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository, manifest } from '../fixture.ts'
import { types, typesTogether } from './types.ts'

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

test('the quick check compiles everything together', async () => {
  const repository = makeRepository({
    ...base,
    ...configs,
    'tsconfig.json': '{ "extends": "./tsconfig.core.json" }',
    'packages/shared/src/a.ts': 'export const a = document.title\nexport const b: string = 1\n',
  })
  expect(await typesTogether.find(repository)).toEqual([expect.objectContaining({ line: 2 })])
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

const flags = {
  'extensions/flags/package.json': manifest('@parley/flags', { type: 'module' }),
  'extensions/flags/tsconfig.json': '{ "extends": "../../tsconfig.base.json", "include": ["."] }',
  'extensions/flags/table.ts': 'declare global { interface Tables { flag_notes: string } }\nexport {}\n',
}
const contract = 'declare global { interface Tables { flags: number } }\nexport {}\n'

/** An extension with a part for `flags` that reads its tables. */
const approval = {
  'extensions/approval/package.json': manifest('@parley/approval', { type: 'module' }),
  'extensions/approval/tsconfig.json': '{ "extends": "../../tsconfig.base.json", "include": ["."] }',
  'extensions/approval/when/flags/server.ts': [
    "import type {} from '../../../flags/contract/server.ts'",
    'export const flags: keyof Tables = "flags"',
    'export const notes: keyof Tables = "flag_notes"',
  ].join('\n'),
}

test('an extension sees the tables in the contract of another, and not the private ones', async () => {
  const repository = makeRepository({
    ...base,
    ...configs,
    'packages/shared/src/a.ts': 'export const a = 1\n',
    ...flags,
    'extensions/flags/contract/server.ts': contract,
    ...approval,
  })
  expect(await types.find(repository)).toEqual([
    {
      file: 'extensions/approval/when/flags/server.ts',
      line: 3,
      message: expect.stringContaining('"flag_notes"'),
    },
  ])
})

test('a part for an extension that is not there is not compiled', async () => {
  const repository = makeRepository({
    ...base,
    ...configs,
    'packages/shared/src/a.ts': 'export const a = 1\n',
    ...approval,
    'extensions/approval/server.ts': 'export const a: string = 1\n',
  })
  expect(await types.find(repository)).toEqual([
    expect.objectContaining({ file: 'extensions/approval/server.ts', line: 1 }),
  ])
})

test('what the last run found is found again, and so is what changed since then', async () => {
  const files = { ...base, ...configs, 'packages/shared/src/a.ts': 'export const a: string = 1\n' }
  const repository = makeRepository(files)
  await types.find(repository)
  expect(await types.find(repository)).toEqual([expect.objectContaining({ line: 1 })])

  writeFileSync(join(repository.root, 'packages/shared/src/a.ts'), '\nexport const a: number = ""\n')
  expect(await types.find(repository)).toEqual([expect.objectContaining({ line: 2 })])
})

test('a fault in the compiler project of an extension is reported', async () => {
  const repository = makeRepository({
    ...base,
    ...configs,
    'packages/shared/src/a.ts': 'export const a = 1\n',
    ...flags,
    'extensions/flags/tsconfig.json': '{ "compilerOptions": { "module": "none at all" }, "include": ["."] }',
  })
  expect(await types.find(repository)).toContainEqual({
    file: 'extensions/flags/tsconfig.json',
    line: 1,
    message: expect.stringContaining("'--module'"),
  })
})
