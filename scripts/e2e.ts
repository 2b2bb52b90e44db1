import { findChromium } from '../e2e/browser.ts'
import { runScript } from './parts.ts'

/** `npm run test:e2e`: the journeys in Chromium. Arguments go to Playwright: `-- --project phone`. */
const { path, source } = await findChromium()
console.log(`Chromium: ${path} (${source})`)
process.exitCode = await runScript(
  'node_modules/@playwright/test/cli.js',
  ['test', ...process.argv.slice(2)],
  {
    CHROMIUM_PATH: path,
  },
)
