import { findChromium } from '../e2e/browser.ts'
import { runTests } from './runs/test-results.ts'

/** `npm run test:e2e`: runs the journeys in Chromium. Arguments go to Playwright: `-- --project phone`. */
const { path, source } = await findChromium()
console.log(`Chromium: ${path} (${source})`)
const args = ['test', ...process.argv.slice(2)]
process.exitCode = await runTests('e2e', 'node_modules/@playwright/test/cli.js', args, {
  CHROMIUM_PATH: path,
})
