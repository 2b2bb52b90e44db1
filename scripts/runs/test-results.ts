import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runScript } from './parts.ts'

/** A test that failed, and passed when it was repeated. */
export interface FlakyTest {
  /** Path from the root. */
  file: string
  name: string
  /** Why it failed first. */
  error: string
}

/** How the tests of one run ended. */
export interface TestResults {
  /** Includes the flaky ones. */
  passed: number
  failed: number
  skipped: number
  flaky: readonly FlakyTest[]
  /** The files whose process crashed; their tests are not counted. Paths from the root. */
  crashed?: readonly string[]
}

/** A part of `npm test` that runs tests; its reporter writes the results. */
export type TestPart = 'unit' | 'e2e'

const folder = fileURLToPath(new URL('../../test-results', import.meta.url))
const pathOf = (part: TestPart) => join(folder, `${part}.json`)

/** Stores the results of a run, replacing those of an earlier one. */
export function writeResults(part: TestPart, results: TestResults): void {
  writeJson(pathOf(part), results)
}

/** Returns the results of the latest run; undefined if it did not write any. */
export function readResults(part: TestPart): TestResults | undefined {
  const path = pathOf(part)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TestResults) : undefined
}

/** Writes `test-results/flaky.json`: the flaky tests of all parts. */
export function writeFlaky(flaky: readonly FlakyTest[]): void {
  writeJson(join(folder, 'flaky.json'), flaky)
}

/**
 * Runs the tests of one part with a command line tool. Resolves with its exit code, or with 1 if all tests were skipped.
 */
export async function runTests(
  part: TestPart,
  tool: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<number> {
  rmSync(pathOf(part), { force: true })
  const code = await runScript(tool, args, environment)
  const results = readResults(part)
  // `--list` and other reporters, chosen by an argument, write no results.
  if (code !== 0 || results === undefined || results.passed > 0) return code
  console.error('No test was executed.')
  return 1
}

function writeJson(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
}
