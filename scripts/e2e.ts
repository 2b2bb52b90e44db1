import { findChromium } from '../e2e/browser.ts'
import { runTests } from './runs/test-results.ts'

/**
 * `npm run test:e2e`: runs the journeys in Chromium. Arguments go to Playwright: `-- --project phone`. With arguments, what
 * they choose runs whole, as in `npm run test:all`.
 */
const { path, source } = await findChromium()
console.log(`Chromium: ${path} (${source})`)
const args = process.argv.slice(2)
process.exitCode = await runTests('e2e', 'node_modules/@playwright/test/cli.js', ['test', ...args], {
  CHROMIUM_PATH: path,
  ...(args.length > 0 && { ALL_TESTS: '1' }),
})
