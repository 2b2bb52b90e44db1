import { findChromium } from '../e2e/browser.ts'
import { runScript } from './runs/parts.ts'

/**
 * `npm run test:e2e`: the journeys in Chromium. Arguments go to Playwright: `-- --project phone`. Continuous integration
 * runs what has failed once more, with a trace: recording one for every journey would take minutes.
 */
const { path, source } = await findChromium()
console.log(`Chromium: ${path} (${source})`)
process.exitCode = await play()
if (process.exitCode !== 0 && process.env.CI) {
  console.log('\nThe journeys that failed run once more for their traces. They count as failed all the same.')
  await play('--last-failed', '--trace=on')
}

function play(...options: string[]): Promise<number> {
  const args = ['test', ...process.argv.slice(2), ...options]
  return runScript('node_modules/@playwright/test/cli.js', args, { CHROMIUM_PATH: path })
}
