import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { makeRepository, manifest } from '../fixture.ts'
import { lint } from './lint.ts'

const root = new URL('../../../', import.meta.url)
const plugin = 'scripts/checks/code/times-in-tests.grit'

/** The faults of files that Biome checks with the rules of this repository. */
async function faultsOf(files: Record<string, string>) {
  const configuration = JSON.parse(readFileSync(new URL('biome.json', root), 'utf8'))
  const repository = makeRepository({
    'biome.json': `${JSON.stringify({ ...configuration, $schema: undefined, vcs: undefined })}\n`,
    [plugin]: readFileSync(new URL(plugin, root), 'utf8'),
    ...files,
  })
  return (await lint.find(repository)).filter(({ file }) => file !== 'biome.json')
}

/** The lines of each file in which faults were found whose messages contain `rule`. */
async function linesWith(rule: string, files: Record<string, string>): Promise<string[]> {
  const faults = await faultsOf(files)
  return faults
    .filter(({ message }) => message.includes(rule))
    .map(({ file, line }) => `${file}:${line}`)
    .sort()
}

test('faults of the linter and the formatter are reported by file', async () => {
  const faults = await faultsOf({
    'packages/server/src/a.ts': 'export const a  = 1;\n',
    'packages/server/src/b.ts': 'export const isTrue = (a: unknown) => a == 1\n',
  })
  expect(faults).toEqual([
    { file: 'packages/server/src/a.ts', message: expect.stringContaining('is not formatted') },
    { file: 'packages/server/src/b.ts', line: 1, message: expect.stringContaining('noDoubleEquals') },
  ])
})

test('a comment or a nested configuration that disables a rule is itself a fault', async () => {
  const ignore = ['biome', 'ignore'].join('-')
  const [ignored, expected, unchecked] = ['ignore', 'expect-error', 'nocheck'].map((name) => `@ts-${name}`)
  const faults = await faultsOf({
    'packages/server/biome.json': '{ "root": false }\n',
    'packages/server/src/b.ts': `// ${ignore} lint/suspicious/noDoubleEquals: no\nexport const isTrue = (a: unknown) => a == 1\n`,
    'packages/server/src/c.ts': `// ${expected}\nexport const c = 1\n/* ${unchecked} */\nexport const d = '${ignored}'\n`,
    'packages/server/src/c.test-d.ts': `// ${expected}\nexport const c = 1\n`,
    'packages/server/src/points/d.ts': `// ${ignored}\nexport const d = 1\n`,
    'packages/client/src/b.css': `/* ${ignore} lint: no */\na {\n  color: red;\n}\n`,
  })
  const own = faults.map(({ file, line, message }) => `${file}:${line ?? ''} ${message.split(':')[0]}`)
  expect(own).toEqual(
    expect.arrayContaining([
      `packages/server/src/b.ts:1 ${ignore}`,
      `packages/server/src/c.ts:1 ${expected}`,
      `packages/server/src/c.ts:3 ${unchecked}`,
      `packages/server/src/points/d.ts:1 ${ignored}`,
      `packages/client/src/b.css:1 ${ignore}`,
      'packages/server/biome.json: local options',
    ]),
  )
  expect(own.filter((fault) => fault.includes('test-d.ts:1'))).toEqual([])
})

describe('rules of biome.json', () => {
  test('every form of the type any is a fault, also in the extension points', async () => {
    const lines = await linesWith('noExplicitAny', {
      'packages/server/src/points/a.ts': [
        "// any of them\nexport const word = 'any'",
        'export const list = [] as any[]',
        'export const call = (...values: any[]) => values',
        'export type Key = keyof any',
        'export type Open = { [key: string]: any }',
        'export const generic = <Value = any>(value: Value) => value',
        'export type First<F> = F extends (first: any) => infer R ? R : never',
      ].join('\n'),
    })
    expect(lines).toEqual([3, 4, 5, 6, 7, 8].map((line) => `packages/server/src/points/a.ts:${line}`))
  })

  test('only one component may insert HTML', async () => {
    const raw = 'export const A = () => <a dangerouslySetInnerHTML={{ __html: "" }} />\n'
    const files = { 'packages/client/src/ui/prose/Prose.tsx': raw, 'extensions/lock/client.tsx': raw }
    expect(await linesWith('noDangerouslySetInnerHtml', files)).toEqual(['extensions/lock/client.tsx:1'])
  })

  test('shared and client do not import Node, not even types, and all other code writes the prefix node:', async () => {
    const imports =
      "import 'node:fs/promises'\nexport type { Server } from 'node:net'\nexport const load = () => import('node:os')\n"
    const files = {
      'packages/shared/src/a.ts': imports,
      'packages/client/src/a.tsx': imports,
      'packages/client/src/a.test.ts': imports,
      'packages/server/src/a.ts': `${imports}import 'fs'\n`,
    }
    expect(await linesWith('noRestrictedImports', files)).toEqual(
      ['packages/client/src/a.tsx', 'packages/shared/src/a.ts'].flatMap((file) =>
        [1, 2, 3].map((line) => `${file}:${line}`),
      ),
    )
    expect(await linesWith('useNodejsImportProtocol', files)).toEqual(['packages/server/src/a.ts:4'])
  })

  test('code needs its packages in its own package.json, not in that of the root', async () => {
    const imports =
      "import 'vitest'\nexport type { Test } from 'vitest'\nexport const load = () => import('vitest')\n"
    const files = {
      'package.json': `${manifest('parley', { devDependencies: { vitest: '1' } })}\n`,
      'packages/server/package.json': `${manifest('@parley/server', { devDependencies: { pg: '1' } })}\n`,
      'packages/server/src/a.ts': `${imports}import 'pg'\nimport type { Pool } from 'pg'\nexport type P = Pool\n`,
      'packages/server/src/a.test.ts': imports,
      'scripts/a.ts': imports,
    }
    expect(await linesWith('noUndeclaredDependencies', files)).toEqual(
      [1, 2, 3, 4].map((line) => `packages/server/src/a.ts:${line}`),
    )
  })

  test('a test or journey that measures time is reported, times as test data are not', async () => {
    const measuring = `const started = performance.now()
const cpu = process.cpuUsage()
const elapsed = Date.now() - start
observe({ type: 'longtask' })
process.hrtime.bigint()
const yesterday = new Date(Date.now() - day)
Date.now() - 1000
Date.now() - 24 * hour
`
    const files = {
      'packages/server/src/a.test.ts': measuring,
      'e2e/a.e2e.ts': measuring,
      'bench/a.ts': measuring,
    }
    expect(await linesWith('Measures time', files)).toEqual(
      ['e2e/a.e2e.ts', 'packages/server/src/a.test.ts'].flatMap((file) =>
        [1, 2, 3, 4, 5].map((line) => `${file}:${line}`),
      ),
    )
  })
})
