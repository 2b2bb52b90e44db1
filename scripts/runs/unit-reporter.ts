import type { Reporter, TestModule } from 'vitest/node'
import { writeResults } from './test-results.ts'

/** Writes the results of the unit tests for `npm test`. */
export const unitReporter: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap(testsOf)
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    writeResults('unit', {
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      flaky: tests
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => ({
          file: test.module.relativeModuleId,
          name: test.fullName,
          error: test.attempts()[0]?.errors?.[0]?.message ?? '',
        })),
    })
  },
}

function testsOf({ children }: TestModule) {
  return [...children.allTests()]
}
