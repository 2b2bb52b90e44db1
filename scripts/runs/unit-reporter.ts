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
      crashed: crashedFiles(modules, errors),
    })
  },
}

function testsOf({ children }: TestModule) {
  return [...children.allTests()]
}

/** The files whose process crashed; none if anything else failed, too. */
function crashedFiles(modules: readonly TestModule[], errors: readonly SerializedError[]): string[] {
  const crashed = errors.map(
    ({ cause }) =>
      /exited unexpectedly with signal \S+ .*while running test file (.+)$/.exec(cause?.message ?? '')?.[1],
  )
  const failed = modules.filter((module) => module.state() === 'failed').map(({ moduleId }) => moduleId)
  const files = crashed.filter((file) => file !== undefined)
  const isAll = files.length === crashed.length && failed.every((file) => files.includes(file))
  return isAll ? files.map((file) => relative(process.cwd(), file)) : []
}
