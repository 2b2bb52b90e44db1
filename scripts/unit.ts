import { runTests } from './runs/test-results.ts'

/**
 * `npm run test:unit`: runs the tests beside the sources. Arguments go to Vitest: `-- packages/server`. Files called
 * `*.long.test.ts` run with `ALL_TESTS=1`, which naming one of them sets.
 */
const args = process.argv.slice(2)
const isLong = args.some((arg) => arg.includes('.long.test.ts'))
const tool = 'node_modules/vitest/vitest.mjs'
process.exitCode = await runTests('unit', tool, ['run', ...args], isLong ? { ALL_TESTS: '1' } : {})
