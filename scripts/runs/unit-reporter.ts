import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { writeResults } from './test-results.ts'

/** Writes the results of the unit tests for `npm test`. */
export const unitReporter: Reporter = {
  onTestRunEnd(modules, errors) {
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
      crashed: crashedFiles(errors, process.cwd()),
    })
  },
}

function testsOf({ children }: TestModule) {
  return [...children.allTests()]
}

/** The paths below a folder of the test files whose process crashed; none if there are other errors, too. */
function crashedFiles(errors: readonly SerializedError[], folder: string): string[] {
  const files = errors.map(
    ({ cause }) =>
      /exited unexpectedly with signal \S+ .*while running test file (.+)$/.exec(cause?.message ?? '')?.[1],
  )
  return files.every((file) => file !== undefined) ? files.map((file) => relative(folder, file)) : []
}
