import { runTests } from './runs/test-results.ts'

/** `npm run test:unit`: runs the tests beside the sources. Arguments go to Vitest: `-- packages/server`. */
process.exitCode = await runTests('unit', 'node_modules/vitest/vitest.mjs', ['run', ...process.argv.slice(2)])
