import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { writeResults } from './test-results.ts'

/** Writes the results of the journeys for `npm test`. */
export default class JourneyReporter implements Reporter {
  #tests: readonly TestCase[] = []

  printsToStdio(): boolean {
    return false
  }

  onBegin(_: unknown, suite: Suite): void {
    this.#tests = suite.allTests()
  }

  onEnd(): void {
    // `--list` runs none.
    if (this.#tests.every(({ results }) => results.length === 0)) return
    const of = (outcome: ReturnType<TestCase['outcome']>) =>
      this.#tests.filter((test) => test.outcome() === outcome)
    const flaky = of('flaky')
    writeResults('e2e', {
      passed: of('expected').length + flaky.length,
      failed: of('unexpected').length,
      skipped: of('skipped').length,
      flaky: flaky.map((test) => ({
        file: relative('', test.location.file),
        name: nameOf(test),
        error: stripVTControlCharacters(test.results[0]?.error?.message ?? ''),
      })),
    })
  }
}

function nameOf(test: TestCase): string {
  const [, project, , ...titles] = test.titlePath()
  return `[${project}] ${titles.join(' › ')}`
}
