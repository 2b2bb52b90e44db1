import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyWorkingTree } from './runs/working-copy.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let copy: string

/** Scripts that judge nothing. */
const noJudges = ['build.mjs', 'bundle-sizes.ts', 'dev.ts', 'environment.mjs', 'prepare.mjs', 'run.mjs']

const failingTest = "import { expect, test } from 'vitest'\ntest('deliberate', () => expect(1).toBe(2))\n"
const failingJourney =
  "import '@parley/testing/journey'\nimport { expect, test } from '@playwright/test'\ntest('deliberate', () => expect(1).toBe(2))\n"

interface Failure {
  /** A command, from the root of a working copy. */
  command: readonly string[]
  /** What is broken before. */
  files: Readonly<Record<string, string>>
  /** What it says about it. */
  says: RegExp
}

const failures: Readonly<Record<string, Failure>> = {
  'unit.ts': {
    command: ['scripts/unit.ts'],
    files: { 'packages/shared/src/deliberate.test.ts': failingTest },
    says: /expected 1 to be 2/,
  },
  'test.ts': {
    command: ['scripts/test.ts', 'unit'],
    files: { 'packages/shared/src/deliberate.test.ts': failingTest },
    says: /Failed: unit \(exit code 1\)/,
  },
  'e2e.ts': {
    command: ['scripts/e2e.ts', '--project', 'phone'],
    files: { 'e2e/deliberate.e2e.ts': failingJourney },
    says: /1 failed/,
  },
  'screens.ts': {
    command: ['scripts/screens.ts', '--project', 'phone'],
    files: { 'e2e/screens/screens.pictures.ts': failingJourney },
    says: /1 failed/,
  },
  'check.ts': {
    command: ['scripts/check.ts', 'escape hatch'],
    files: { 'packages/shared/src/deliberate.ts': 'export const loose: any = 1\n' },
    says: /1 fault/,
  },
  'quick.ts': {
    command: ['scripts/quick.ts'],
    files: {
      'scripts/check.ts': '',
      'packages/shared/src/deliberate.test.ts': failingTest,
      'scripts/runs/related-tests.ts':
        "export const nearestTests = () => ({ tests: ['packages/shared/src/deliberate.test.ts'], others: 0 })\n",
    },
    says: /expected 1 to be 2/,
  },
  'fuzz-markup.ts': {
    command: ['scripts/fuzz-markup.ts', '--seed', '1', '--count', '50'],
    files: {
      'packages/testing/src/markup/allow-list.ts': "export const disallowedMarkup = () => ['deliberate']\n",
    },
    says: /[1-9]\d* faults/,
  },
  'fuzz.ts': {
    command: ['scripts/fuzz.ts', '--seed', '1', '--count', '60'],
    files: {
      'packages/testing/src/api-fuzz/fuzz.ts':
        "export const fuzzApi = async () => ({ faults: ['deliberate'], statuses: [], requests: 0, heap: [0, 0] })\n",
    },
    says: /[1-9]\d* faults/,
  },
  'mutants.ts': {
    // Every test that could notice is missing.
    command: ['scripts/mutants.ts', '--seed', '1', '--count', '1'],
    files: {
      'packages/shared/src/deliberate.test.ts': "import { test } from 'vitest'\ntest('nothing', () => {})\n",
      'scripts/mutants/reach.ts':
        "export const testsFor = () => ['packages/shared/src/deliberate.test.ts']\nexport const measureReach = async () => ({})\n",
      'scripts/mutants/copy.ts':
        "export const isMutated = (path: string) => path === 'packages/shared/src/text/text-length.ts'\nexport const runTests = async () => ({ status: 'passed', output: '' })\nexport const checkTypes = runTests\nexport const withoutPostgres: string[] = []\n",
    },
    says: /1 survived \(100\.0 %\)/,
  },
  'complete-lock.ts': {
    command: ['scripts/complete-lock.ts'],
    files: { 'package-lock.json': '{ "packages": { "": { "dependencies": { "kysely": "^1.0.0" } } } }' },
    says: /kysely .* cannot be worked out/,
  },
}

beforeAll(() => {
  copy = copyWorkingTree(root, (file) => /\.(test|e2e)\.tsx?$|\.png$/.test(file))
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

function run(command: readonly string[]): { status: number | null; output: string } {
  // The journeys that fail open no browser.
  const env = { ...process.env, CHROMIUM_PATH: process.execPath, NO_COLOR: '1', FORCE_COLOR: '0' }
  const [first = '', ...rest] = command
  const isScript = first.endsWith('.ts')
  const { status, stdout, stderr } = spawnSync(
    isScript ? process.execPath : join(copy, first),
    isScript ? command : rest,
    { cwd: copy, encoding: 'utf8', env },
  )
  return { status, output: `${stdout}\n${stderr}` }
}

/** What a command answers while the copy is broken. */
function runBroken({ command, files }: Failure): ReturnType<typeof run> {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(copy, file), text)
  try {
    return run(command)
  } finally {
    for (const file of Object.keys(files)) {
      rmSync(join(copy, file))
      if (existsSync(join(root, file)))
        cpSync(join(root, file), join(copy, file), { preserveTimestamps: true })
    }
  }
}

test('every script that judges is listed here', () => {
  const scripts = readdirSync(join(root, 'scripts')).filter((name) => /(?<!\.test)\.m?[tj]s$/.test(name))
  expect(scripts.sort()).toEqual([...Object.keys(failures), ...noJudges].sort())
})

test.each(Object.entries(failures))(
  '%s ends with an error when what it judges fails',
  (_, failure) => {
    const { status, output } = runBroken(failure)
    expect(output).toMatch(failure.says)
    expect(status).toBe(1)
  },
  120_000,
)

test('so does continuous integration', () => {
  const { status, output } = runBroken({
    command: ['.ci/run', 'unit'],
    files: { 'packages/shared/src/deliberate.test.ts': failingTest },
    says: /./,
  })
  expect(output).toMatch(/expected 1 to be 2/)
  expect(output).toMatch(/ci: exit code 1/)
  expect(status).toBe(1)
}, 120_000)
