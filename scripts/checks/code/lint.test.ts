import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import { lint } from './lint.ts'

const configuration = JSON.stringify({
  ...JSON.parse(readFileSync(new URL('../../../biome.json', import.meta.url), 'utf8')),
  $schema: undefined,
  vcs: undefined,
})

test('faults of the linter and the formatter are reported by file', async () => {
  const repository = makeRepository({
    'biome.json': `${configuration}\n`,
    'packages/server/src/a.ts': 'export const a  = 1;\n',
    'packages/server/src/b.ts': 'export const isTrue = (a: unknown) => a == 1\n',
  })
  const faults = (await lint.find(repository)).filter(({ file }) => file.startsWith('packages/'))
  expect(faults).toEqual([
    { file: 'packages/server/src/a.ts', message: expect.stringContaining('is not formatted') },
    { file: 'packages/server/src/b.ts', line: 1, message: expect.stringContaining('noDoubleEquals') },
  ])
})

test('a comment or a nested configuration that disables a rule is itself a fault', async () => {
  const ignore = ['biome', 'ignore'].join('-')
  const repository = makeRepository({
    'biome.json': `${configuration}\n`,
    'packages/server/biome.json': '{ "root": false }\n',
    'packages/server/src/b.ts': `// ${ignore} lint/suspicious/noDoubleEquals: no\nexport const isTrue = (a: unknown) => a == 1\n`,
    'packages/client/src/b.css': `/* ${ignore} lint: no */\na {\n  color: red;\n}\n`,
  })
  const messages = (await lint.find(repository)).map(({ file, message }) => `${file} ${message}`)
  expect(messages).toContainEqual(expect.stringContaining(`packages/server/src/b.ts ${ignore}`))
  expect(messages).toContainEqual(expect.stringContaining(`packages/client/src/b.css ${ignore}`))
  expect(messages).toContainEqual(expect.stringContaining('packages/server/biome.json local options'))
})
