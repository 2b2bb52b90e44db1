import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Breakage, BrokenCopy, failingTest } from './runs/broken-copy.ts'

let copy: BrokenCopy

/** Scripts that are no checks and report no failures. */
const otherScripts = ['build.mjs', 'dev.ts', 'environment.mjs', 'prepare.mjs', 'run.mjs']

const flakyTest =
  "import { expect, test } from 'vitest'\nlet runs = 0\ntest('deliberate', () => expect(runs++).toBe(1))\n"
const crashOnce = `import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'vitest'
test('deliberate', () => {
  if (existsSync('crashed.txt')) return
  writeFileSync('crashed.txt', '')
  process.abort()
})
`
const failingJourney =
  "import '@parley/testing/journey'\nimport { expect, test } from '@playwright/test'\ntest('deliberate', () => expect(1).toBe(2))\n"

interface Failure extends Breakage {
  /** Matches the output of the command. */
  expectedOutput: RegExp
}

const failures: Readonly<Record<string, Failure>> = {
  'unit.ts': {
    command: ['scripts/unit.ts'],
    files: { 'packages/shared/src/deliberate.test.ts': failingTest },
    expectedOutput: /expected 1 to be 2/,
  },
  'test.ts': {
    command: ['scripts/test.ts', 'unit'],
    files: { 'packages/shared/src/deliberate.test.ts': failingTest },
    expectedOutput: /Failed: unit \(exit code 1\)/,
  },
  'e2e.ts': {
    command: ['scripts/e2e.ts', '--project', 'desktop'],
    files: { 'e2e/deliberate.e2e.ts': failingJourney },
    expectedOutput: /1 failed/,
  },
  'screens.ts': {
    command: ['scripts/screens.ts', '--project', 'phone'],
    files: { 'e2e/screens/screens.pictures.ts': failingJourney },
    expectedOutput: /1 failed/,
  },
  'check.ts': {
    command: ['scripts/check.ts', 'size'],
    files: { 'packages/shared/src/deliberate.ts': 'export {}\n'.repeat(401) },
    expectedOutput: /1 fault/,
  },
  'quick.ts': {
    command: ['scripts/quick.ts'],
    files: {
      'scripts/check.ts': '',
      'packages/shared/src/deliberate.test.ts': failingTest,
      'scripts/runs/related-tests.ts':
        "export const nearestTests = () => ({ tests: ['packages/shared/src/deliberate.test.ts'], others: 0 })\n",
    },
    expectedOutput: /expected 1 to be 2/,
  },
  'fuzz-markup.ts': {
    command: ['scripts/fuzz-markup.ts', '--seed', '1', '--count', '50'],
    files: {
      'packages/testing/src/markup/allow-list.ts': "export const disallowedMarkup = () => ['deliberate']\n",
    },
    expectedOutput: /[1-9]\d* faults/,
  },
  'fuzz.ts': {
    command: ['scripts/fuzz.ts', '--seed', '1', '--count', '60'],
    files: {
      'packages/testing/src/api-fuzz/fuzz.ts':
        "export const fuzzApi = async () => ({ faults: ['deliberate'], statuses: [], requests: 0, heap: [0, 0] })\n",
    },
    expectedOutput: /[1-9]\d* faults/,
  },
  'matrix.ts': {
    command: ['scripts/matrix.ts', '--disabled'],
    files: { 'site/disabled.test.ts': failingTest },
    expectedOutput: /Failed: disabled/,
  },
  'mutants.ts': {
    // No test covers the mutant.
    command: ['scripts/mutants.ts', '--seed', '1', '--count', '1'],
    files: {
      'packages/shared/src/deliberate.test.ts': "import { test } from 'vitest'\ntest('nothing', () => {})\n",
      'scripts/mutants/reach.ts':
        "export const testsFor = () => ['packages/shared/src/deliberate.test.ts']\nexport const measureReach = async () => ({})\n",
      'scripts/mutants/copy.ts':
        "export const isMutated = (path: string) => path === 'packages/shared/src/text/text-length.ts'\nexport const runTests = async () => ({ status: 'passed', output: '' })\nexport const checkTypes = runTests\nexport const withoutPostgres: string[] = []\n",
    },
    expectedOutput: /1 survived \(100\.0 %\)/,
  },
  'error-docs.ts': {
    command: ['scripts/error-docs.ts'],
    files: { 'packages/shared/src/deliberate.ts': "export const tooBad = defineError('deliberate', 400)\n" },
    expectedOutput: /says nothing about the error deliberate/,
  },
  'extension-api.ts': {
    command: ['scripts/extension-api.ts'],
    files: {
      'packages/server/src/points/deliberate.ts':
        "declare module './extension.ts' {\n  interface Extension {\n    deliberate?: string\n  }\n}\n",
    },
    expectedOutput: /deliberate has no comment|deliberate is in no subject/,
  },
  'complete-lock.ts': {
    command: ['scripts/complete-lock.ts'],
    files: { 'package-lock.json': '{ "packages": { "": { "dependencies": { "kysely": "^1.0.0" } } } }' },
    expectedOutput: /kysely .* cannot be derived from its name/,
  },
}

beforeAll(() => {
  copy = new BrokenCopy()
})

afterAll(() => copy.remove(), 60_000)

test('every script that checks something is listed here', () => {
  const scripts = readdirSync(fileURLToPath(new URL('.', import.meta.url))).filter((name) =>
    /(?<!\.test)\.m?[tj]s$/.test(name),
  )
  expect(scripts.sort()).toEqual([...Object.keys(failures), ...otherScripts].sort())
})

test.each(Object.entries(failures))(
  '%s exits with code 1 if its check fails',
  (_, failure) => {
    const { status, output } = copy.runBroken(failure)
    expect(output).toMatch(failure.expectedOutput)
    expect(status).toBe(1)
  },
  120_000,
)

test('continuous integration exits with code 0 if a test passes when it is repeated', () => {
  const { status, output } = copy.runBroken({
    command: ['.ci/run', 'unit'],
    files: { 'packages/shared/src/deliberate.test.ts': flakyTest },
  })
  expect(output).toMatch(/packages\/shared\/src\/deliberate\.test\.ts: deliberate/)
  expect(output).toMatch(/ 0 failed, \d+ skipped, 1 flaky/)
  expect(status).toBe(0)
}, 120_000)

test('continuous integration exits with code 0 if a process crashes and its tests pass when they are repeated', () => {
  const { status, output } = copy.runBroken({
    command: ['.ci/run', 'unit'],
    files: { 'packages/shared/src/deliberate.test.ts': crashOnce },
  })
  expect(output).toMatch(/packages\/shared\/src\/deliberate\.test\.ts: all tests/)
  expect(output).toMatch(/ 0 failed, \d+ skipped, 1 flaky/)
  expect(status).toBe(0)
}, 120_000)

test('a crash does not hide a file that cannot be loaded', () => {
  const { status } = copy.runBroken({
    command: ['scripts/unit.ts', 'packages/shared/src/deliberate'],
    files: {
      'packages/shared/src/deliberate.test.ts': crashOnce.replaceAll('crashed.txt', 'crashed-too.txt'),
      'packages/shared/src/deliberate-import.test.ts': "import './missing.ts'\n",
    },
  })
  expect(status).toBe(1)
}, 120_000)
