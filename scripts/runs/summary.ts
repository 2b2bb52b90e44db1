import type { FlakyTest, TestResults } from './test-results.ts'

/** A part of `npm test` that has run. */
export interface PartRun {
  name: string
  seconds: number
  code: number
  /** Of a part that runs tests; null if it wrote no results. */
  results?: TestResults | null
}

/** The end of `npm test`. */
export interface Summary {
  /** Exit code. */
  code: 0 | 1
  /** What is printed, a line each. */
  lines: readonly string[]
  flaky: readonly FlakyTest[]
}

/** More flaky tests in one run are no coincidence. */
const maxFlaky = 5

/** Sums up the parts that have run, in their order. */
export function sumUp(runs: readonly PartRun[]): Summary {
  const flaky = runs.flatMap(({ results }) => results?.flaky ?? [])
  const failures = [
    ...runs.flatMap(failureOf),
    ...(flaky.length > maxFlaky ? [`more than ${maxFlaky} flaky tests`] : []),
  ]
  const list = flaky.map(({ file, name }) => `  ${file}: ${name}`)
  return {
    code: failures.length > 0 ? 1 : 0,
    lines: [
      ...(list.length > 0 ? ['Flaky, as they passed only when repeated:', ...list, ''] : []),
      ...runs.map(describe),
      failures.length > 0 ? `Failed: ${failures.join(', ')}` : 'Passed',
    ],
    flaky,
  }
}

function failureOf({ name, code, results }: PartRun): string[] {
  if (code !== 0) return [`${name} (exit code ${code})`]
  if (results === undefined) return []
  if (results === null || results.passed === 0) return [`${name} (no test was executed)`]
  return results.failed > 0 ? [`${name} (${results.failed} failed tests)`] : []
}

function describe({ name, seconds, results }: PartRun): string {
  const time = `${name}: ${seconds.toFixed(1)} s`
  if (!results) return time
  const { passed, failed, skipped, flaky } = results
  return `${time}, ${passed + failed + skipped} tests, ${failed} failed, ${skipped} skipped, ${flaky.length} flaky`
}
