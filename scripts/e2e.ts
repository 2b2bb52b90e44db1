import { findChromium } from '../e2e/browser.ts'
import { runScript } from './runs/parts.ts'

/**
 * `npm run test:e2e`: runs the journeys in Chromium. Arguments go to Playwright: `-- --project phone`. Continuous
 * integration repeats failed journeys with a trace, as recording traces for all journeys would take minutes.
 */
const { path, source } = await findChromium()
console.log(`Chromium: ${path} (${source})`)
process.exitCode = await runPlaywright()
if (process.exitCode !== 0 && process.env.CI) {
  console.log('\nThe failed journeys run once more to record traces. They still count as failed.')
  await runPlaywright('--last-failed', '--trace=on')
}

function runPlaywright(...options: string[]): Promise<number> {
  const args = ['test', ...process.argv.slice(2), ...options]
  return runScript('node_modules/@playwright/test/cli.js', args, { CHROMIUM_PATH: path })
}
