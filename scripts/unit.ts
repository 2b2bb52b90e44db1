import { readResults, runTests, type TestResults, writeResults } from './runs/test-results.ts'

/**
 * `npm run test:unit`: runs the tests beside the sources. Arguments go to Vitest: `-- packages/server`. Files called
 * `*.long.test.ts` run with `ALL_TESTS=1`, which naming one of them sets.
 */
const args = process.argv.slice(2)
const isLong = args.some((arg) => arg.includes('.long.test.ts'))
const run = (filters: readonly string[]) =>
  runTests('unit', 'node_modules/vitest/vitest.mjs', ['run', ...filters], isLong ? { ALL_TESTS: '1' } : {})

const code = await run(args)
const results = readResults('unit')
process.exitCode = code !== 0 && results?.failed === 0 ? await repeatCrashed(code, results) : code

/**
 * Runs the files again whose process crashed, as flaky tests: V8 sometimes aborts a process when a thread ends that has
 * used WebAssembly (nodejs/node#64500).
 */
async function repeatCrashed(code: number, { crashed = [], ...first }: TestResults): Promise<number> {
  if (crashed.length === 0) return code
  console.error(`The process crashed in ${crashed.join(', ')}: running that again.`)
  const nextCode = await run(crashed)
  const next = readResults('unit')
  if (!next) return nextCode
  const flaky = crashed.map((file) => ({ file, name: 'all tests', error: 'The process crashed.' }))
  writeResults('unit', {
    passed: first.passed + next.passed,
    failed: next.failed,
    skipped: first.skipped + next.skipped,
    flaky: [...first.flaky, ...flaky, ...next.flaky],
  })
  return nextCode
}
